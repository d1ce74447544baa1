/**
 * `npm run verify:reserves -- URL`: adds up everything that the wallet at this address says it owes, from published data alone
 * (docs/proof-of-liabilities.md), with no code of the wallet. With `--mine FILE` also looks for one person's own lines, as the
 * app saves them; with `--node URL` asks a Tron node of your choice for the transaction that wrote the newest hash into the chain,
 * and for the block of the statement.
 * With `--resume FOLDER` the lists are kept in that folder, and a run that was ended goes on where it was.
 * What the keys of the house's addresses signed has to name the host of URL, or the one given with `--house`.
 * Ends with 1 where anything differs.
 */
import { readFileSync } from 'node:fs';
import { readArguments } from './command-line/read-arguments.ts';
import { askForAnchor } from './verify/ask-for-anchor.ts';
import { askForBlock } from './verify/ask-for-block.ts';
import { checkChain, type PublishedSnapshot } from './verify/check-chain.ts';
import { checkKeys } from './verify/check-keys.ts';
import { checkList, checkOwn, type GivenLine } from './verify/check-liabilities.ts';
import { checkLog, follows } from './verify/check-log.ts';
import { findLate } from './verify/find-late.ts';
import { findOrigin } from './verify/find-origin.ts';
import { getConsistency, getServed, listLog } from './verify/get-served.ts';
import { linesPerChunk, openChunks } from './verify/open-chunks.ts';
import { readStatement, type ReadStatement } from './verify/read-statement.ts';
import { say, tellFindings } from './verify/tell-findings.ts';

const usage =
  'Usage: npm run verify:reserves -- URL [--number N] [--mine FILE.json] [--node URL] [--house HOST] [--resume FOLDER]\n';

const { values, positionals } = readArguments({
  usage,
  options: {
    number: { type: 'string' },
    mine: { type: 'string' },
    node: { type: 'string' },
    house: { type: 'string' },
    resume: { type: 'string' },
  },
  words: [1, 1],
});
const [given = ''] = positionals;
await tellFindings(URL.canParse(given) ? given : undefined, { usage, verify });

async function verify(base: string): Promise<readonly string[]> {
  const snapshots = await listAll(base);
  const newest = snapshots.at(-1);
  if (newest === undefined) return ['nothing has been published yet'];
  const found = [...checkChain(snapshots)];
  const [oldest] = snapshots;
  // All are kept: whoever leaves out the first may have another past to hide.
  if (oldest !== undefined && oldest.number !== 1)
    found.push(`the statements before number ${oldest.number} are missing`);
  if (found.length === 0)
    say(`${snapshots.length} statements, from ${snapshots[0]?.day} to ${newest.day}: each follows from the one before`);
  const late = findLate(snapshots);
  for (const line of late.said) say(line);
  found.push(...late.found, ...(await verifyLog(base, snapshots)));
  const keys = checkKeys(snapshots, values.house ?? new URL(base).host);
  for (const line of keys.said) say(line);
  found.push(...keys.found);
  const chosen =
    values.number === undefined ? newest : snapshots.find(({ number }) => number === Number(values.number));
  if (chosen === undefined) return [...found, `there is no snapshot ${values.number}`];
  if (!chosen.listed) return [...found, `the lists of snapshot ${chosen.number} are no longer kept`];
  const statement = readStatement(chosen.statement);
  const { number, block, assets } = statement;
  if (statement.demanded) say('two operators asked for this count: they knew its moment before');
  say(`snapshot ${number} of ${chosen.day}, block ${block.number}, statement ${chosen.statementHash}`);
  if (values.node !== undefined) found.push(...(await askChain(values.node, { chosen, statement, snapshots })));
  const chunks = openChunks(base, chosen, values.resume);
  for (const asset of assets) {
    const check = checkList(number, asset);
    for (let chunk = 0; chunk * linesPerChunk < asset.lines; chunk += 1) {
      check.add(await chunks(asset.assetId, chunk));
      if (process.stdout.isTTY && chunk % 100 === 99)
        process.stdout.write(`\r${asset.assetId}: ${(chunk + 1) * linesPerChunk} of ${asset.lines} lines\r`);
    }
    const wrong = check.finish();
    found.push(...wrong);
    if (wrong.length > 0 && values.resume !== undefined)
      say(`${asset.assetId}: lines were kept in ${values.resume}. Empty it and run again before you tell others`);
    const held = asset.held.reduce((sum, { amount }) => sum + amount, 0n);
    if (wrong.length === 0)
      say(
        `${asset.assetId}: right. ${asset.lines} lines add up to ${asset.owed} owed, ${held} said to be held (not checked), root ${asset.root}`,
      );
  }
  if (values.mine !== undefined) {
    const { number: own, lines } = JSON.parse(readFileSync(values.mine, 'utf8')) as {
      number: number;
      lines: GivenLine[];
    };
    if (own !== number) return [...found, `your lines are of snapshot ${own}`];
    const { found: wrong, sums } = checkOwn(number, assets, lines);
    found.push(...wrong);
    for (const [assetId, sum] of sums) say(`yours: ${sum} of ${assetId}`);
  }
  return found;
}

/** What a node shows of a statement's anchor and block, and of the block from which its moment follows. */
async function askChain(
  node: string,
  input: {
    readonly chosen: PublishedSnapshot;
    readonly statement: ReadStatement;
    readonly snapshots: readonly PublishedSnapshot[];
  },
): Promise<readonly string[]> {
  const { chosen, statement, snapshots } = input;
  const asked = await askForAnchor(node, chosen, statement);
  say(asked.said);
  const before = findOrigin(snapshots, chosen);
  const blocks = [statement, ...(before === undefined ? [] : [before])];
  const found: string[] = [];
  for (const each of blocks) found.push(...(await askForBlock(node, each)));
  if (found.length === 0)
    say(
      `the chain has the block of the statement${before === undefined ? '' : ` and that of snapshot ${before.number}`}`,
    );
  return [...asked.found, ...found];
}

/** Whether the days of the ledger's log follow from each other, and every statement names their beginning. */
async function verifyLog(base: string, snapshots: readonly PublishedSnapshot[]): Promise<readonly string[]> {
  const named = snapshots.flatMap(({ number, statement }) => {
    const { log } = readStatement(statement);
    return log === undefined ? [] : [{ ...log, where: `statement ${number}` }];
  });
  const days = await listLog(base);
  const found = [...checkLog(days, named)];
  const [first, last] = [named[0], named.at(-1)];
  if (first !== undefined && last !== undefined && !follows(first, last, await getConsistency(base, first, last)))
    found.push(`log: the wallet's proof does not show that ${last.where} goes on from ${first.where}`);
  if (found.length === 0 && days.length > 0)
    say(
      `the ledger's log: ${days.length} days without a gap; ${named.length} statements name it, and each goes on from the one before`,
    );
  return found;
}

/** All statements, the oldest first. */
async function listAll(base: string): Promise<readonly PublishedSnapshot[]> {
  const all: PublishedSnapshot[] = [];
  let before: number | null | undefined;
  do {
    const query = before === undefined ? '' : `&before=${before}`;
    const answer = await getServed(base, `api/check/snapshots?limit=100${query}`);
    const { snapshots, nextBefore } = (await answer.json()) as {
      snapshots: PublishedSnapshot[];
      nextBefore: number | null;
    };
    all.push(...snapshots);
    before = nextBefore;
  } while (before !== null);
  return all.toReversed();
}
