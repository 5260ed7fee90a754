/** Ranks by the number of moves, as cards print them. */

export const RANKS = ["Yard Master", "Conductor", "Brakeman"] as const;

/** Return the rank that a solution with this many moves earns; "" for none. */
export function rankOf(ranks: number[] | null, moves: number): string {
  const index = ranks?.findIndex((most) => moves <= most) ?? -1;
  return index < 0 ? "" : RANKS[index]!;
}

/** Return a tier with its place among all tiers, the easiest first: a colour alone does not say how hard a card is. */
export function levelOf(tier: string, tiers: readonly string[]): string {
  return tiers.includes(tier) ? `${tier}, level ${tiers.indexOf(tier) + 1} of ${tiers.length}` : tier;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
