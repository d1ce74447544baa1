/** The statements that this device has seen: the hash of each number. */
export type SeenStatements = Readonly<Record<string, string>>;

/** What comparing with earlier visits comes to. */
export type SeenFinding = {
  /** How many of the statements that were read now were there before, unchanged. */
  readonly compared: number;
  /** The number of one that is another now, or is gone. */
  readonly changed: number | undefined;
};

/** More than a year of them. */
const kept = 400;

/** Compares what was read now, from the oldest on, with what was seen before. Pure. */
export function compareSeen(
  seen: SeenStatements,
  statements: readonly { readonly number: number; readonly hash: string }[],
): SeenFinding {
  const hashes = new Map(statements.map(({ number, hash }) => [number, hash]));
  const [oldest, newest] = [statements.at(0)?.number ?? Infinity, statements.at(-1)?.number ?? 0];
  const known = Object.entries(seen).map(([number, hash]) => ({ number: Number(number), hash }));
  // Those before the oldest one read now are not asked for on every visit: each statement names the one before, back to one
  // that is compared.
  const due = known.filter(({ number }) => number >= oldest || number > newest);
  // One that was seen has to be among them, or nothing hangs together with what was seen.
  const last = Math.max(...known.map(({ number }) => number));
  const gone = last < oldest && known.length > 0 ? last : undefined;
  const changed = due.find(({ number, hash }) => hashes.get(number) !== hash)?.number ?? gone;
  return { compared: due.length, changed };
}

/** What is seen now and was seen before; what was seen first stays, and of too many the oldest go. Pure. */
export function addSeen(
  seen: SeenStatements,
  statements: readonly { readonly number: number; readonly hash: string }[],
): SeenStatements {
  const all = { ...Object.fromEntries(statements.map(({ number, hash }) => [number, hash])), ...seen };
  const numbers = Object.keys(all).toSorted((one, other) => Number(other) - Number(one));
  return Object.fromEntries(numbers.slice(0, kept).map((number) => [number, all[number] ?? '']));
}

/** Those seen in this network before, as far as this device still knows. */
export function readSeen(network: string): SeenStatements {
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(network)) ?? '{}');
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function storeSeen(network: string, seen: SeenStatements): void {
  localStorage.setItem(keyOf(network), JSON.stringify(seen));
}

function keyOf(network: string): string {
  return `seen-statements:${network}`;
}
