import { createHash } from 'node:crypto';

/** A day of the log as it is published. */
export type PublishedDay = {
  readonly position: number;
  readonly day: string;
  readonly leaves: number;
  readonly root: string;
  readonly head: string;
};

/** A log that somebody named: a statement, or a file that somebody kept. */
export type NamedLog = { readonly size: number; readonly hash: string; readonly where: string };

/** A log as a proof names it. */
export type Log = Omit<NamedLog, 'where'>;

/** What is wrong with the days of the log (docs/ledger-log.md), given from the first, and with the logs that were named. */
export function checkLog(days: readonly PublishedDay[], named: readonly NamedLog[]): readonly string[] {
  const found: string[] = [];
  const heads: string[] = [];
  /** Whole subtrees that have no neighbour yet, the largest first. */
  const open: { readonly height: number; readonly hash: Buffer }[] = [];
  for (const [index, { position, day, leaves, root }] of days.entries()) {
    const before = days[index - 1];
    if (position !== index) found.push(`log: ${day} is said to stand at ${position}, and is day ${index}`);
    if (!(leaves >= 1_024) || !Number.isInteger(Math.log2(leaves)))
      found.push(`log: ${day} has ${leaves} leaves, which is no power of two from 1024 on`);
    if (before !== undefined && Date.parse(day) - Date.parse(before.day) !== 86_400_000)
      found.push(`log: ${day} does not follow ${before.day}`);
    let tree = { height: 0, hash: hashDay({ position, day, leaves, root }) };
    for (let left = open.at(-1); left?.height === tree.height; left = open.at(-1)) {
      open.pop();
      tree = { height: tree.height + 1, hash: join(left.hash, tree.hash) };
    }
    const computed = open.reduceRight((right, { hash }) => join(hash, right), tree.hash).toString('hex');
    open.push(tree);
    heads.push(computed);
  }
  // What is wrong once makes everything after it wrong.
  const wrong = days.findIndex(({ head }, index) => head !== heads[index]);
  if (wrong >= 0) found.push(`log: from ${days[wrong]?.day} on it has another hash`);
  let largest = 0;
  for (const { size, hash, where } of named) {
    if (size < largest) found.push(`log: ${where} has ${size} days, one before had ${largest}`);
    largest = Math.max(largest, size);
    const computed = heads[size - 1];
    if (computed === undefined) found.push(`log: ${where} has ${size} days, ${days.length} are published`);
    else if (computed !== hash) found.push(`log: ${where} has another log of ${size} days`);
  }
  return found;
}

export function hashDay({
  position,
  day,
  leaves,
  root,
}: Pick<PublishedDay, 'position' | 'day' | 'leaves' | 'root'>): Buffer {
  return hashLeaf(`day:1:${position}:${day}:${leaves}:${root}`);
}

export function hashLeaf(text: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(text, 'utf8').digest();
}

export function join(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

/** Whether the proof rebuilds both hashes: the recursion of RFC 9162, 2.1.4.1, read backwards. */
export function follows(
  { size: from, hash: fromHash }: Log,
  { size: to, hash: toHash }: Log,
  proof: readonly string[],
) {
  if (from === to) return proof.length === 0 && fromHash === toHash;
  const steps = proof.map((hash) => Buffer.from(hash, 'hex'));
  const rebuild = (size: number, part: number, isWhole: boolean): readonly [Buffer, Buffer] | undefined => {
    if (part === size) {
      const known = isWhole ? Buffer.from(fromHash, 'hex') : steps.shift();
      return known && [known, known];
    }
    const half = leftOf(size);
    const below = part <= half ? rebuild(half, part, isWhole) : rebuild(size - half, part - half, false);
    const beside = steps.shift();
    if (below === undefined || beside === undefined) return undefined;
    const [before, after] = below;
    return part <= half ? [before, join(after, beside)] : [join(beside, before), join(beside, after)];
  };
  const ends = from < 1 || from > to ? undefined : rebuild(to, from, true);
  return (
    ends !== undefined &&
    steps.length === 0 &&
    ends[0].toString('hex') === fromHash &&
    ends[1].toString('hex') === toHash
  );
}

/** The root to which a leaf leads from its place in a tree; undefined where the path is longer or shorter than the place asks. */
export function climb(leaf: Buffer, { index, size, path }: Place): string | undefined {
  if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) return undefined;
  const steps = path.map((hash) => Buffer.from(hash, 'hex'));
  // From the root down, so the last step comes first.
  const rebuild = (under: number, at: number): Buffer | undefined => {
    if (under === 1) return leaf;
    const half = leftOf(under);
    const beside = steps.pop();
    const below = at < half ? rebuild(half, at) : rebuild(under - half, at - half);
    if (below === undefined || beside === undefined) return undefined;
    return at < half ? join(below, beside) : join(beside, below);
  };
  const root = rebuild(size, index);
  return steps.length === 0 ? root?.toString('hex') : undefined;
}

/** The place of a leaf in a tree, from 0, and the hashes beside its way up. */
export type Place = { readonly index: number; readonly size: number; readonly path: readonly string[] };

/** How many of so many leaves are left of the root: the largest power of two below. */
function leftOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}
