/** Questions to the server that the editor came from. The bare page has none and asks nothing. */

import type { Fault } from "./faults.ts";

export interface Checked {
  faults: Fault[];
  warnings: Fault[];
  words?: string;
}

export interface Solved {
  status?: string;
  words: string;
  moves?: string[];
  rating?: string;
  faults?: Fault[];
}

export interface Saved {
  saved: boolean;
  digest?: string;
  words: string;
}

export async function ask<Answer>(what: string, text: string, more: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`/api/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text, ...more }),
  });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return (await answer.json()) as Answer;
}
