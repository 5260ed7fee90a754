/**
 * Searches beside the page, in a Web Worker that runs the page's own program: `answerQuestions` is its part, `prove` the page's.
 *
 * Where there is no worker the page searches itself, and less.
 */

import { type Answer, type Puzzle, solveTrains } from "./bothEnds.ts";

export const REACH = { positions: 1_500_000, milliseconds: 15_000 };
const WITHOUT_WORKER = { positions: 60_000, milliseconds: 1_500 };

/** The program of the page, as long as it is read: what a worker is made of. */
const program = typeof document === "undefined" ? "" : (document.currentScript?.textContent ?? "");

export const isWorker = typeof document === "undefined" && typeof self !== "undefined";

/** Answer the questions of a page, in its worker. */
export function answerQuestions(): void {
  self.onmessage = ({ data }: MessageEvent<{ puzzle: Puzzle; reach: typeof REACH }>) => {
    self.postMessage(solveTrains(data.puzzle, data.reach.positions, data.reach.milliseconds));
  };
}

/** Search for the fewest moves; a `signal` ends the search, whose answer is then unknown. */
export function prove(puzzle: Puzzle, reach = REACH, signal?: AbortSignal): Promise<Answer> {
  const worker = newWorker();
  if (!worker) return Promise.resolve(solveTrains(puzzle, Math.min(reach.positions, WITHOUT_WORKER.positions), WITHOUT_WORKER.milliseconds));
  return new Promise<Answer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal?.addEventListener("abort", () => resolve({ status: "unknown", path: [], least: 0, positions: 0 }));
    worker.postMessage({ puzzle, reach });
  }).finally(() => worker.terminate());
}

function newWorker(): Worker | null {
  if (!program || typeof Worker === "undefined") return null;
  const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  try {
    return new Worker(address);
  } catch {
    return null;
  } finally {
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}
