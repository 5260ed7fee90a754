/** Questions to the server that the editor came from. The bare page has none and asks nothing. */

import type { Fault } from "./check/shape.ts";

export interface Checked {
  faults: Fault[];
  warnings: Fault[];
  words?: string;
  /** The digest of the file on disk now, "" if there is none. */
  disk?: string;
}

export interface Solved {
  status?: string;
  words: string;
  moves?: string[];
  rating?: string;
  /** Further figures, a line each. */
  lines?: string[];
  faults?: Fault[];
}

export interface Saved {
  saved: boolean;
  digest?: string;
  words: string;
}

export interface Opened {
  text?: string;
  digest?: string;
  words?: string;
}

/** Who asks: a newer question of this page ends the search for an older one. */
const PAGE = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");

export async function ask<Answer>(what: string, text: string, more: Record<string, string> = {}, signal: AbortSignal | null = null): Promise<Answer> {
  const answer = await fetch(`/api/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text, page: PAGE, ...more }),
    signal,
  });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return (await answer.json()) as Answer;
}
