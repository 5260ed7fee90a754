/** The card of each day, by the rule of `shunt/pages/site.py`: by the date alone, blue on Mondays, black on Sundays. */

const WEEK = ["blue", "green", "yellow", "green", "yellow", "red", "black"];
const EPOCH = Date.UTC(2024, 0, 1);
const STRIDE = 7919n;
const DAY = 86_400_000;

/** Return the number of days since the epoch, a Monday, of a date such as 2026-11-22. */
export function dayNumber(date: string): number {
  const [year, month, day] = date.split("-").map(Number);
  return Math.floor((Date.UTC(year!, month! - 1, day!) - EPOCH) / DAY);
}

/** Return the date that is some days before another. */
export function daysBefore(date: string, days: number): string {
  return new Date(EPOCH + (dayNumber(date) - days) * DAY).toISOString().slice(0, 10);
}

/** Return the place of the card of a date among cards of these tiers. */
export function cardOfDay(tiers: readonly string[], date: string): number {
  const number = dayNumber(date);
  const tier = WEEK[((number % 7) + 7) % 7];
  const ofTier = tiers.flatMap((one, place) => (one === tier ? [place] : []));
  const chosen = ofTier.length > 0 ? ofTier : tiers.map((_, place) => place);
  const size = BigInt(chosen.length);
  return chosen[Number((((BigInt(number) * STRIDE) % size) + size) % size)]!;
}
