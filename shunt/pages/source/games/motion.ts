/** What has moved on a table: pieces go from where they were to where they are, and are marked until they count as seen. */

const DURATION = 600; // milliseconds

interface Was {
  home: string;
  box: DOMRect;
}

/** Follows the pieces of a drawing from one look to the next. */
export class Motion {
  readonly #root: HTMLElement;
  /** Where pieces were, by their names. */
  #was = new Map<string, Was[]>();
  /** Where each place and each piece was. */
  #places = new Map<string, DOMRect>();
  /** What those saw who have handed over, by their seats, and whether one of them is back. */
  readonly #left = new Map<number, Map<string, Was[]>>();
  #isBack = false;
  /** The places of pieces that have moved, by their names. */
  readonly #moved = new Map<string, string>();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Note where a player saw everything last, before another drawing takes the place of this one. */
  before(seat: number): void {
    const left = this.#left.get(seat);
    this.#left.delete(seat);
    this.#isBack = left !== undefined;
    this.#was = left ?? this.#read();
    this.#places.clear();
    for (const [name, same] of this.#was) for (const { home, box } of same) for (const place of [home, name]) if (!this.#places.has(place)) this.#places.set(place, box);
  }

  /** Keep what a player saw who hands over to another. */
  leave(seat: number): void {
    const seen = this.#read();
    if (seen.size) this.#left.set(seat, seen);
    this.#moved.clear();
  }

  #read(): Map<string, Was[]> {
    const found = new Map<string, Was[]>();
    for (const piece of this.#pieces()) {
      const name = piece.dataset["piece"]!;
      found.set(name, [...(found.get(name) ?? []), { home: piece.dataset["home"]!, box: piece.getBoundingClientRect() }]);
    }
    return found;
  }

  /** Move what is elsewhere now, if a move of the game was made. */
  after(moves: boolean): void {
    const shown = this.#pieces();
    if ((moves || this.#isBack) && this.#was.size) {
      for (const piece of shown.filter((one) => !this.#stays(one))) {
        const { piece: name, home, source } = piece.dataset;
        this.#moved.set(name!, home!);
        this.#slide(piece, this.#was.get(name!)?.shift()?.box ?? this.#places.get(source!));
      }
    }
    this.mark();
  }

  /** Mark what has moved and does not count as seen. */
  mark(): void {
    for (const piece of this.#pieces()) piece.classList.toggle("moved", this.#moved.get(piece.dataset["piece"]!) === piece.dataset["home"]);
  }

  settle(): void {
    this.#moved.clear();
  }

  #pieces(): SVGGElement[] {
    return [...this.#root.querySelectorAll<SVGGElement>(".picture g[data-piece]")];
  }

  /** Whether an equal piece was at the same place before: it may have to give way to others, but has not moved. */
  #stays(piece: SVGGElement): boolean {
    const same = this.#was.get(piece.dataset["piece"]!) ?? [];
    const found = same.findIndex(({ home }) => home === piece.dataset["home"]);
    if (found >= 0) this.#slide(piece, same.splice(found, 1)[0]!.box);
    return found >= 0;
  }

  #slide(piece: SVGGElement, from: DOMRect | undefined): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const to = piece.getBoundingClientRect();
    const scale = piece.getScreenCTM()!.a;
    const [dx, dy] = from ? [(from.x - to.x) / scale, (from.y - to.y) / scale] : [0, 0];
    const start: Keyframe = from ? { transform: `translate(${dx}px, ${dy}px)` } : { opacity: 0 };
    if (!from || Math.hypot(dx, dy) > 0.5) piece.animate([start, {}], { duration: DURATION, easing: "ease-in-out" });
  }
}
