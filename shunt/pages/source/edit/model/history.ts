/** Undo and redo: the states of a document before each change, as texts. */

const MOST = 300;

export class History<T> {
  #past: string[] = [];
  #future: string[] = [];
  #held: string | null = null;

  /** Note the state before a change. During a drag only the state before its begin is noted. */
  note(state: T): void {
    if (this.#held !== null) return;
    this.#past.push(JSON.stringify(state));
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
  }

  begin(state: T): void {
    this.#held = JSON.stringify(state);
  }

  /** End a drag; it is one step if it changed something. */
  end(state: T): void {
    const before = this.#held;
    this.#held = null;
    if (before === null || before === JSON.stringify(state)) return;
    this.#past.push(before);
    this.#future = [];
  }

  undo(state: T): T | null {
    return this.#swap(this.#past, this.#future, state);
  }

  redo(state: T): T | null {
    return this.#swap(this.#future, this.#past, state);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  #swap(from: string[], to: string[], state: T): T | null {
    const found = from.pop();
    if (found === undefined) return null;
    to.push(JSON.stringify(state));
    return JSON.parse(found) as T;
  }
}
