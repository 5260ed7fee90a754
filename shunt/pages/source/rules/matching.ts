/** Return whether each of `choices` can be given one of its values, and no value is given twice. */
export function isMatching<Value>(choices: readonly (readonly Value[])[]): boolean {
  const taken = new Map<Value, number>();
  const give = (choice: number, asked: Set<Value>): boolean =>
    choices[choice]!.some((value) => {
      if (asked.has(value)) return false;
      asked.add(value);
      const owner = taken.get(value);
      if (owner !== undefined && !give(owner, asked)) return false;
      taken.set(value, choice);
      return true;
    });
  return choices.every((_, choice) => give(choice, new Set()));
}
