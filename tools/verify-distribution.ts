/**
 * `npm run verify:distribution -- FILE…`: computes published distributions again. With `--proof PROOF` also looks whether the
 * lines and paths that the wallet gave to one person belong to the file, and follow from their balance; with `--histories FILE`
 * whether everybody's do, from the file for an auditor. Ends with 1 where anything differs.
 */
import { readFileSync } from 'node:fs';
import { readArguments } from './command-line/read-arguments.ts';
import { checkDistribution, checkShare, type GivenShare } from './verify/check-distribution.ts';
import { checkHistories } from './verify/check-histories.ts';
import { readDistribution } from './verify/read-distribution.ts';

const usage = 'Usage: npm run verify:distribution -- FILE… [--proof PROOF.json] [--histories HISTORIES.jsonl]\n';
const findingsShown = 20;

const { values, positionals } = readArguments({
  usage,
  options: { proof: { type: 'string' }, histories: { type: 'string' } },
  words: [1, Infinity],
});
for (const path of positionals) {
  const found = await verify(path);
  if (found.length > 0) process.exitCode = 1;
  for (const finding of found.slice(0, findingsShown)) process.stdout.write(`${path}: ${finding}\n`);
  if (found.length > findingsShown) process.stdout.write(`${path}: and ${found.length - findingsShown} more\n`);
}

async function verify(path: string): Promise<readonly string[]> {
  try {
    const distribution = await readDistribution(path);
    const shares = values.proof === undefined ? [] : readProof(values.proof);
    const found = [...checkDistribution(distribution), ...shares.flatMap((share) => checkShare(distribution, share))];
    if (values.histories !== undefined) found.push(...(await checkHistories(distribution, values.histories)));
    const { head, lines } = distribution;
    const uncounted = lines.filter(({ weight }) => weight === 0n).length;
    if (found.length === 0) {
      process.stdout.write(
        `${path}: right. ${head.distributed} of ${head.pool} among ${head.holders} holders, ${lines.length} lines, ${uncounted} of them for swaps alone, ` +
          `${shares.length} paths, ${values.histories === undefined ? 0 : lines.length} histories, root ${head.root}\n`,
      );
    }
    return found;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The answer of the wallet about one person's lines. */
function readProof(path: string): readonly GivenShare[] {
  const { shares } = JSON.parse(readFileSync(path, 'utf8')) as { readonly shares: readonly GivenShare[] };
  return shares;
}
