/** What the editor asks of the place where one kind of file is drawn. */

import type { Doc } from "../model/model.ts";

/** Change the document and show it again. */
export type Change = (act: (doc: Doc) => void) => void;

/** What a desk may ask of the editor. */
export interface Office {
  readonly doc: Doc;
  change: Change;
  /** Begin and end a drag, which is one step to undo. */
  begin(): void;
  done(): void;
  /** Say why something is not done, until the next change. */
  refuse(words: string): void;
  /** Show everything again, after another choice. */
  show(): void;
}

export interface Desk {
  /** The drawing. */
  readonly root: HTMLElement;
  /** Its tools. */
  readonly bar: HTMLElement;
  /** What to do with an empty document. */
  readonly hint: string;
  /** Begin with another document. */
  reset(): void;
  draw(): void;
  panel(): (HTMLElement | null)[];
  fit(): void;
  /** Use a key without Ctrl; return whether it was used. */
  key(key: string): boolean;
}
