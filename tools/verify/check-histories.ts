import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { checkWeight } from './check-course.ts';
import type { Line, PublishedDistribution } from './read-distribution.ts';

type History = {
  readonly pseudonym: string;
  readonly opening: string;
  readonly moves: readonly { readonly at: string; readonly amount: string }[];
  readonly swaps: readonly { readonly at: string; readonly reward: string }[];
};

/**
 * Whether everybody's weight and swap reward in a published distribution follow from the balances and swaps of a file for an
 * auditor. Written from docs/rewards.md, with no code of the wallet.
 */
export async function checkHistories({ head, lines }: PublishedDistribution, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  const missing = new Map<string, Line>(lines.map((line) => [line.pseudonym, line]));
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    number += 1;
    const read = JSON.parse(text) as History & { readonly histories?: number; readonly root?: string };
    if (number === 1) {
      if (read.histories !== 1) return [`histories of format ${read.histories} are not known here`];
      if (read.root !== head.root) return ['the histories are those of another distribution'];
      continue;
    }
    const line = missing.get(read.pseudonym);
    missing.delete(read.pseudonym);
    found.push(...(line === undefined ? [`history ${number - 1} is of no line, or of one that had one`] : check(line)));

    function check({ swapReward, weight }: Line): readonly string[] {
      const where = `in history ${number - 1}`;
      const owed = read.swaps.reduce((total, { reward }) => total + BigInt(reward), 0n);
      const late = read.swaps.filter(({ at }) => !(Date.parse(at) < Date.parse(head.endsAt)));
      return [
        ...checkWeight(read, head, weight).map((what) => `${what}, ${where}`),
        ...(owed === swapReward ? [] : [`the swaps come to ${owed}, not ${swapReward}, ${where}`]),
        ...late.map(({ at }) => `the swap of ${at} is not before the end of the period, ${where}`),
      ];
    }
  }
  for (const pseudonym of missing.keys()) found.push(`${pseudonym} has no history`);
  return found;
}
