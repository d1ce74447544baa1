import { checkCourse, type GivenCourse } from './check-course.ts';
import { climb, leafHash, neighboursOf, treeHash, type Neighbour } from './distribution-tree.ts';
import type { Line, PublishedDistribution } from './read-distribution.ts';

/**
 * Computes a published distribution again from its own weights and returns what differs; nothing where all is right. Written
 * from docs/rewards.md, with no code of the wallet.
 */
export function checkDistribution({ head, lines }: PublishedDistribution): readonly string[] {
  if (head.formulaVersion !== 1) return [`formula version ${head.formulaVersion} is not known here`];
  const found: string[] = [];
  const expect = (what: string, published: bigint | string, computed: bigint | string): void => {
    if (published !== computed) found.push(`${what}: published ${published}, computed ${computed}`);
  };
  if (!(Date.parse(head.startsAt) < Date.parse(head.endsAt))) found.push('the period does not end after its start');
  expect('distributed', head.distributed, (head.pool * head.shareBasisPoints) / 10_000n);
  const totalWeight = sum(lines, ({ weight }) => weight);
  expect('total weight', head.totalWeight, totalWeight);
  expect(
    'holders',
    head.holders,
    sum(lines, ({ weight }) => (weight > 0n ? 1n : 0n)),
  );
  for (const [index, { weight, reward, swapReward }] of lines.entries()) {
    const computed = totalWeight === 0n ? 0n : (head.distributed * weight) / totalWeight;
    expect(`reward of line ${index + 1}`, reward, computed);
    if (weight === 0n && swapReward === 0n) found.push(`line ${index + 1} has nothing to be there for`);
  }
  expect('remainder', head.remainder, head.distributed - sum(lines, ({ reward }) => reward));
  expect(
    'swap rewards',
    head.swapRewards,
    sum(lines, ({ swapReward }) => swapReward),
  );
  if (new Set(lines.map(({ pseudonym }) => pseudonym)).size < lines.length) found.push('a pseudonym is there twice');
  expect('root', head.root, treeHash(lines.map(leafOf)).toString('hex'));
  return found;
}

/** One wallet's line and path, as the wallet gives them to its owner. */
export type GivenShare = {
  readonly number: number;
  readonly pseudonym: string;
  readonly weight: string;
  readonly reward: string;
  readonly swapReward: string;
  readonly path: readonly Neighbour[];
  /** How the wallet's balance went over the period; null where it moved too often to be given. */
  readonly course: GivenCourse | null;
  readonly swaps: readonly { readonly reward: string }[];
};

/** Whether what somebody was given is a line of the published file and leads to its root. */
export function checkShare({ head, lines }: PublishedDistribution, given: GivenShare): readonly string[] {
  const index = given.number - 1;
  const line = lines[index];
  if (line === undefined) return [`there is no line ${given.number}`];
  const found: string[] = [];
  if (textOf(line) !== `${given.pseudonym}:${given.weight}:${given.reward}:${given.swapReward}`) {
    found.push(`line ${given.number} of the file is another one`);
  }
  const leaves = lines.map(leafOf);
  if (JSON.stringify(given.path.map(stepText)) !== JSON.stringify(neighboursOf(leaves, index).map(stepText))) {
    found.push(`the path of line ${given.number} is another one`);
  }
  if (climb(leafHash(textOf(line)), given.path).toString('hex') !== head.root) {
    found.push(`the path of line ${given.number} does not lead to the root`);
  }
  const owed = given.swaps.reduce((total, { reward }) => total + BigInt(reward), 0n);
  if (owed !== line.swapReward) found.push(`the swaps of line ${given.number} come to ${owed}, not ${line.swapReward}`);
  if (given.course === null) return found;
  return [...found, ...checkCourse(given.course, head, line).map((what) => `${what}, in line ${given.number}`)];
}

const stepText = ({ hash, side }: Neighbour): string => `${side} ${hash}`;

/** What is hashed of a line: its four fields with colons between. */
function textOf({ pseudonym, weight, reward, swapReward }: Line): string {
  return [pseudonym, weight, reward, swapReward].join(':');
}

const leafOf = (line: Line): Buffer => leafHash(textOf(line));

function sum(lines: readonly Line[], of: (line: Line) => bigint): bigint {
  return lines.reduce((total, line) => total + of(line), 0n);
}
