/** Pulls and drops in a fan of sidings: the rules of `sidings` (Inglenook and its kin), as in `shunt/sidings/rules/referee.py`. */

export interface SidingsYard {
  /** How many cars the headshunt holds beside the locomotive. */
  limit: number;
  names: string[];
  capacities: number[];
  metric: "pulls" | "legs";
  /** For each car, the first of the cars that may stand for it: itself unless it is interchangeable. */
  kinds: number[];
}

/** Cars by number: the headshunt from the locomotive to the points, each siding from the points to the buffer stop. */
export interface SidingsPosition {
  headshunt: number[];
  sidings: number[][];
  /** The siding in which the locomotive is, under `legs`; -1 for the headshunt. */
  locomotive: number;
}

export interface SidingsMove {
  siding: number;
  drops: boolean;
  count: number;
}

/** What must be where; -1 is any car. A siding that is null is free. */
export interface SidingsGoal {
  sidings: (number[] | null)[];
  headshunt: number[];
  train: number[];
}

const cars = (count: number): string => `${count} ${count === 1 ? "car" : "cars"}`;

/** Return what forbids a move, in words; "" if it is legal. */
export function brokenRule(yard: SidingsYard, position: SidingsPosition, move: SidingsMove): string {
  const name = yard.names[move.siding]!;
  const inHeadshunt = position.headshunt.length;
  const inSiding = position.sidings[move.siding]!.length;
  const capacity = yard.capacities[move.siding]!;
  if (yard.metric === "legs") {
    const broken = brokenLeg(yard, position, move);
    if (broken) return broken;
  } else if (move.count < 1) return "a pull or a drop takes at least one car";
  if (move.drops) {
    if (move.count > inHeadshunt) return `the headshunt has ${cars(inHeadshunt)}, not ${move.count}`;
    if (yard.metric === "pulls" && inSiding + move.count > capacity) return `siding ${name} holds ${cars(capacity)} and has ${inSiding}`;
    return "";
  }
  if (move.count > inSiding) return `siding ${name} has ${cars(inSiding)}, not ${move.count}`;
  if (inHeadshunt + move.count > yard.limit) return `the headshunt holds ${cars(yard.limit)} and has ${inHeadshunt}`;
  return "";
}

/** What the metric `legs` asks beyond pulls and drops: where the locomotive is, and that its whole train goes in. */
function brokenLeg(yard: SidingsYard, position: SidingsPosition, move: SidingsMove): string {
  const name = yard.names[move.siding]!;
  if (move.drops) {
    if (position.locomotive >= 0) return `the locomotive is in siding ${yard.names[position.locomotive]!} and must leave it first`;
    const all = position.headshunt.length;
    return move.count === all ? "" : `the locomotive takes ${all === 1 ? "the car" : `all ${all} cars`} of the headshunt into the siding`;
  }
  if (position.locomotive !== move.siding) return `the locomotive is not in siding ${name}`;
  const capacity = yard.capacities[move.siding]!;
  const remain = position.sidings[move.siding]!.length - move.count;
  return remain > capacity ? `siding ${name} holds ${cars(capacity)} once the locomotive has left` : "";
}

/** Return the position after a legal move. */
export function sidingsAfter(yard: SidingsYard, position: SidingsPosition, move: SidingsMove): SidingsPosition {
  const line = [...position.headshunt, ...position.sidings[move.siding]!];
  const cut = position.headshunt.length + (move.drops ? -move.count : move.count);
  const sidings = position.sidings.map((cars, index) => (index === move.siding ? line.slice(cut) : cars));
  return { headshunt: line.slice(0, cut), sidings, locomotive: move.drops && yard.metric === "legs" ? move.siding : -1 };
}

/** Return every legal move, siding by siding, pulls before drops, few cars before many. */
export function sidingsMoves(yard: SidingsYard, position: SidingsPosition): SidingsMove[] {
  const found: SidingsMove[] = [];
  position.sidings.forEach((cars, siding) => {
    for (const drops of [false, true]) {
      const most = drops ? position.headshunt.length : cars.length;
      for (let count = 0; count <= most; count++) {
        const move = { siding, drops, count };
        if (!brokenRule(yard, position, move)) found.push(move);
      }
    }
  });
  return found;
}

export function sidingsNotation(yard: SidingsYard, move: SidingsMove): string {
  return `${yard.names[move.siding]!}${move.drops ? "+" : "-"}${move.count}`;
}

/** Return a text that two positions share exactly if they differ only by interchangeable cars. */
export function sidingsKey(yard: SidingsYard, position: SidingsPosition): string {
  const tracks = [position.headshunt, ...position.sidings].map((cars) => cars.map((car) => yard.kinds[car]!).join());
  return `${tracks.join("/")}@${position.locomotive}`;
}

export function isSidingsGoalMet(yard: SidingsYard, goal: SidingsGoal, position: SidingsPosition): boolean {
  if (goal.train.length > 0) {
    const sidings = yard.metric === "pulls" ? position.sidings : position.locomotive < 0 ? [] : [position.sidings[position.locomotive]!];
    const found = sidings.some((cars) => fits(yard, goal.train, cars.slice(0, goal.train.length)));
    return position.headshunt.length === 0 && found;
  }
  const placed = goal.sidings.every((cars, index) => cars === null || fits(yard, cars, position.sidings[index]!));
  return placed && fits(yard, goal.headshunt, position.headshunt);
}

function fits(yard: SidingsYard, wanted: number[], standing: number[]): boolean {
  const same = (want: number, car: number) => want < 0 || yard.kinds[want] === yard.kinds[car];
  return wanted.length === standing.length && wanted.every((want, index) => same(want, standing[index]!));
}
