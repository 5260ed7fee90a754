/** Where fingers are on the screen. */

export interface Finger {
  clientX: number;
  clientY: number;
}

export function middleOf(fingers: Finger[]): Finger {
  const mean = (key: keyof Finger) => fingers.reduce((sum, finger) => sum + finger[key], 0) / fingers.length;
  return { clientX: mean("clientX"), clientY: mean("clientY") };
}

/** Return how far apart two fingers are, in pixels; 0 for one. */
export function apartOf([one, other]: Finger[]): number {
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
}
