import { createHash } from 'node:crypto';

/** A day of the log as it is published. */
export type PublishedDay = {
  readonly position: number;
  readonly day: string;
  readonly root: string;
  readonly head: string;
  readonly consistency: readonly string[];
};

/** A log that somebody named: a statement, or a file that somebody kept. */
export type NamedLog = { readonly size: number; readonly hash: string; readonly where: string };

/** What is wrong with the days of the log (docs/ledger-log.md), given from the first, and with the logs that were named. */
export function checkLog(days: readonly PublishedDay[], named: readonly NamedLog[]): readonly string[] {
  const found: string[] = [];
  const leaves: Buffer[] = [];
  for (const [index, { position, day, root, head, consistency }] of days.entries()) {
    const before = days[index - 1];
    if (position !== index) found.push(`log: ${day} is said to stand at ${position}, and is day ${index}`);
    if (before !== undefined && Date.parse(day) - Date.parse(before.day) !== 86_400_000)
      found.push(`log: ${day} does not follow ${before.day}`);
    leaves.push(hashDay({ position, day, root }));
    const computed = treeOf(leaves).toString('hex');
    if (computed !== head) found.push(`log: up to ${day} it has another hash`);
    if (before !== undefined && !follows(index, before.head, index + 1, head, consistency))
      found.push(`log: its proof does not show that up to ${day} it goes on from ${before.day}`);
  }
  let largest = 0;
  for (const { size, hash, where } of named) {
    if (size < largest) found.push(`log: ${where} has ${size} days, one before had ${largest}`);
    largest = Math.max(largest, size);
    const computed = size < 1 || size > days.length ? undefined : treeOf(leaves.slice(0, size)).toString('hex');
    if (computed === undefined) found.push(`log: ${where} has ${size} days, ${days.length} are published`);
    else if (computed !== hash) found.push(`log: ${where} has another log of ${size} days`);
  }
  return found;
}

export function hashDay({ position, day, root }: Pick<PublishedDay, 'position' | 'day' | 'root'>): Buffer {
  return hashLeaf(`day:1:${position}:${day}:${root}`);
}

export function hashLeaf(text: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(text, 'utf8').digest();
}

/** The hash of a tree (RFC 6962, 2.1), by its definition. */
function treeOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return join(treeOf(leaves.slice(0, left)), treeOf(leaves.slice(left)));
}

export function join(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

/** Whether the proof rebuilds both hashes: the recursion of RFC 6962, 2.1.2, read backwards. */
export function follows(
  from: number,
  fromHash: string,
  to: number,
  toHash: string,
  proof: readonly string[],
): boolean {
  if (from === to) return proof.length === 0 && fromHash === toHash;
  const steps = proof.map((hash) => Buffer.from(hash, 'hex'));
  const rebuild = (size: number, part: number, isWhole: boolean): readonly [Buffer, Buffer] | undefined => {
    if (part === size) {
      const known = isWhole ? Buffer.from(fromHash, 'hex') : steps.shift();
      return known && [known, known];
    }
    let half = 1;
    while (half * 2 < size) half *= 2;
    const below = part <= half ? rebuild(half, part, isWhole) : rebuild(size - half, part - half, false);
    const beside = steps.shift();
    if (below === undefined || beside === undefined) return undefined;
    const [before, after] = below;
    return part <= half ? [before, join(after, beside)] : [join(beside, before), join(beside, after)];
  };
  const ends = from < 1 || from > to ? undefined : rebuild(to, from, true);
  return (
    ends !== undefined && steps.length === 0 && ends[0].toString('hex') === fromHash && ends[1].toString('hex') === toHash
  );
}
