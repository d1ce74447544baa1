/** So many kills of the same symbol weigh as much as all others: what noticed one fault of a function notices more of it. */
const ofSymbolWeight = 10;

/**
 * The test files in the order in which they are most likely to end the run soonest: by kills for each second they take. One that
 * has never killed anything counts as if it had half a kill.
 */
export function orderTests(
  files: readonly string[],
  {
    secondsOf,
    killsOfSymbol,
    killsOfAll,
  }: {
    readonly secondsOf: (file: string) => number;
    readonly killsOfSymbol: ReadonlyMap<string, number>;
    readonly killsOfAll: ReadonlyMap<string, number>;
  },
): readonly string[] {
  const worth = (file: string): number => {
    const kills = ofSymbolWeight * (killsOfSymbol.get(file) ?? 0) + (killsOfAll.get(file) ?? 0) + 0.5;
    return kills / (secondsOf(file) + 0.1);
  };
  return files.toSorted((one, other) => worth(other) - worth(one));
}
