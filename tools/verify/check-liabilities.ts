import { createHash } from 'node:crypto';
import type { StatedAsset } from './read-statement.ts';

/** A line of a published list, as it stands there. */
type Line = { readonly commitment: string; readonly amount: bigint };
type Node = { readonly hash: Buffer; readonly sum: bigint };

/** How many wrong lines are told of one list; more say nothing new. */
const findingsOfList = 20;

/** Adds up a published list as its chunks come. Written from docs/proof-of-liabilities.md, with no code of the wallet. */
export type ListCheck = {
  /** Takes the next 1,024 lines as text. */
  readonly add: (text: string) => void;
  /** What differs from the statement, after the last chunk. */
  readonly finish: () => readonly string[];
};

export function checkList(snapshot: number, stated: StatedAsset): ListCheck {
  const { assetId } = stated;
  const found: string[] = [];
  const tell = (finding: string): void => void (found.length < findingsOfList && found.push(`${assetId}: ${finding}`));
  const missing = new Map(stated.house.map((text) => [sha256(Buffer.from(text)).toString('hex'), text]));
  if (missing.size < stated.house.length) tell('a line of the house is stated twice');
  /** Subtrees that have no neighbour yet, the largest first. */
  const open: (Node & { readonly height: number })[] = [];
  let count = 0;
  let before = '';
  const take = ({ commitment, amount }: Line): void => {
    count += 1;
    if (commitment <= before) tell(`line ${count} is there twice, or not in order`);
    before = commitment;
    if (amount > stated.partMax) tell(`line ${count} has ${amount}, more than ${stated.partMax}`);
    const text = missing.get(commitment);
    if (
      text !== undefined &&
      text.split(':')[6] === String(amount) &&
      text.startsWith(`liability:1:${snapshot}:${assetId}:house.`)
    )
      missing.delete(commitment);
    let node = { ...leafOf({ commitment, amount }), height: 0 };
    for (let left = open.at(-1); left?.height === node.height; left = open.at(-1)) {
      open.pop();
      node = { ...join(left, node), height: node.height + 1 };
    }
    open.push(node);
  };
  return {
    add: (text) => {
      const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : [];
      if (lines.length !== 1_024) tell(`a chunk has ${lines.length} lines`);
      for (const line of lines) {
        const read = /^([0-9a-f]{64}) (0|[1-9]\d*)$/.exec(line);
        // A negative amount is no amount: nothing that is written with a sign is read as one.
        if (read === null) tell(`not a line of a list: ${line.slice(0, 100)}`);
        else take({ commitment: read[1] ?? '', amount: BigInt(read[2] ?? '') });
      }
    },
    finish: () => {
      const [root, another] = open;
      if (count !== stated.lines) tell(`${count} lines, ${stated.lines} stated`);
      if (root === undefined || another !== undefined) tell('the number of lines is no power of two');
      else {
        if (root.sum !== stated.owed) tell(`the lines add up to ${root.sum}, ${stated.owed} stated`);
        if (root.hash.toString('hex') !== stated.root) tell('the lines have another root than stated');
      }
      for (const text of missing.values()) tell(`not in the list: ${text}`);
      return found;
    },
  };
}

/** A line that was given to its owner. */
export type GivenLine = {
  readonly assetId: string;
  readonly owner: string;
  readonly part: number;
  readonly amount: string;
  readonly nonce: string;
  readonly position: number;
  readonly path: readonly { readonly hash: string; readonly sum: string; readonly side: 'left' | 'right' }[];
};

/** Whether somebody's lines lead to the stated roots, and what they add up to for each asset. */
export function checkOwn(
  snapshot: number,
  assets: readonly StatedAsset[],
  lines: readonly GivenLine[],
): { readonly found: readonly string[]; readonly sums: ReadonlyMap<string, bigint> } {
  const found: string[] = [];
  const sums = new Map<string, bigint>();
  for (const [key, own] of Map.groupBy(lines, ({ assetId, owner }) => `${assetId} ${owner}`)) {
    if (
      own
        .map(({ part }) => part)
        .toSorted((one, other) => one - other)
        .some((part, index) => part !== index)
    )
      found.push(`${key}: parts are missing or there twice`);
  }
  for (const line of lines) {
    const { assetId, owner, part, amount, nonce, path } = line;
    const stated = assets.find((each) => each.assetId === assetId);
    const name = `${assetId} ${owner} part ${part}`;
    const commitment = sha256(
      Buffer.from(`liability:1:${snapshot}:${assetId}:${owner}:${part}:${amount}:${nonce}`),
    ).toString('hex');
    const root = climb(leafOf({ commitment, amount: BigInt(amount) }), path);
    if (stated === undefined) found.push(`${name}: the asset is not stated`);
    else if (root === undefined) found.push(`${name}: a sum on its path is negative or too large`);
    else if (root.hash.toString('hex') !== stated.root || root.sum !== stated.owed)
      found.push(`${name}: does not lead to the root`);
    sums.set(assetId, (sums.get(assetId) ?? 0n) + BigInt(amount));
  }
  return { found, sums };
}

function climb(leaf: Node, path: GivenLine['path']): Node | undefined {
  let node = leaf;
  for (const { hash, sum, side } of path) {
    const beside = { hash: Buffer.from(hash, 'hex'), sum: BigInt(sum) };
    if (beside.sum < 0n || beside.sum + node.sum >= 2n ** 128n) return undefined;
    node = side === 'left' ? join(beside, node) : join(node, beside);
  }
  return node;
}

function leafOf({ commitment, amount }: Line): Node {
  return { hash: sha256(Buffer.of(0), Buffer.from(commitment, 'hex'), sum16(amount)), sum: amount };
}

function join(left: Node, right: Node): Node {
  const hash = sha256(Buffer.of(1), left.hash, sum16(left.sum), right.hash, sum16(right.sum));
  return { hash, sum: left.sum + right.sum };
}

function sum16(sum: bigint): Buffer {
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
