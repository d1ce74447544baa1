/**
 * `npm run verify:reserves -- URL`: adds up everything that the wallet at this address says it owes, from published data alone
 * (docs/proof-of-liabilities.md), with no code of the wallet. With `--mine FILE` also looks for one person's own lines, as the
 * app saves them; with `--node URL` asks a Tron node of your choice for the transaction that wrote the newest hash into the chain.
 * Ends with 1 where anything differs.
 */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkAnchor, type ShownTransaction } from './verify/check-anchor.ts';
import { checkChain, type PublishedSnapshot } from './verify/check-chain.ts';
import { checkList, checkOwn, type GivenLine } from './verify/check-liabilities.ts';
import { readStatement, type ReadStatement } from './verify/read-statement.ts';

const usage = 'Usage: npm run verify:reserves -- URL [--number N] [--mine FILE.json] [--node URL]\n';
const linesPerChunk = 1_024;

const { values, positionals } = parseArgs({
  options: { number: { type: 'string' }, mine: { type: 'string' }, node: { type: 'string' } },
  allowPositionals: true,
});
const [url] = positionals;
if (url === undefined || positionals.length > 1 || !URL.canParse(url)) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const found = await verify(url);
    for (const finding of found) say(finding);
    if (found.length > 0) process.exitCode = 1;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function verify(base: string): Promise<readonly string[]> {
  const snapshots = await listAll(base);
  const newest = snapshots.at(-1);
  if (newest === undefined) return ['nothing has been published yet'];
  const found = [...checkChain(snapshots)];
  if (found.length === 0)
    say(`${snapshots.length} statements, from ${snapshots[0]?.day} to ${newest.day}: each follows from the one before`);
  const chosen =
    values.number === undefined ? newest : snapshots.find(({ number }) => number === Number(values.number));
  if (chosen === undefined) return [...found, `there is no snapshot ${values.number}`];
  if (!chosen.listed) return [...found, `the lists of snapshot ${chosen.number} are no longer kept`];
  const statement = readStatement(chosen.statement);
  const { number, block, assets } = statement;
  say(`snapshot ${number} of ${chosen.day}, block ${block.number}, statement ${chosen.statementHash}`);
  if (values.node !== undefined) found.push(...(await verifyAnchor(values.node, chosen, statement)));
  for (const asset of assets) {
    const check = checkList(number, asset);
    for (let chunk = 0; chunk * linesPerChunk < asset.lines; chunk += 1) {
      check.add(await (await get(base, `api/check/snapshots/${number}/lists/${asset.assetId}/${chunk}`)).text());
      if (process.stdout.isTTY && chunk % 100 === 99)
        process.stdout.write(`\r${asset.assetId}: ${(chunk + 1) * linesPerChunk} of ${asset.lines} lines\r`);
    }
    const wrong = check.finish();
    found.push(...wrong);
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

/** Whether the chain, as this node shows it, has the hash of the statement. */
async function verifyAnchor(
  node: string,
  { anchor, statementHash }: PublishedSnapshot,
  statement: ReadStatement,
): Promise<readonly string[]> {
  if (anchor === null) {
    say('its hash is not in the chain (yet): the wallet names no transaction');
    return [];
  }
  const answer = await fetch(new URL('walletsolidity/gettransactionbyid', node.endsWith('/') ? node : `${node}/`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: anchor.txId }),
  });
  if (!answer.ok) throw new Error(`the node answers ${answer.status}`);
  const shown = (await answer.json()) as ShownTransaction;
  const wrong = checkAnchor(statement, statementHash, { txId: anchor.txId, shown });
  if (wrong.length === 0) say(`its hash is in the chain: transaction ${anchor.txId}`);
  return wrong.map((finding) => `anchor: ${finding}`);
}

/** All statements, the oldest first. */
async function listAll(base: string): Promise<readonly PublishedSnapshot[]> {
  const all: PublishedSnapshot[] = [];
  let before: number | null | undefined;
  do {
    const query = before === undefined ? '' : `&before=${before}`;
    const answer = await get(base, `api/check/snapshots?limit=100${query}`);
    const { snapshots, nextBefore } = (await answer.json()) as {
      snapshots: PublishedSnapshot[];
      nextBefore: number | null;
    };
    all.push(...snapshots);
    before = nextBefore;
  } while (before !== null);
  return all.toReversed();
}

async function get(base: string, path: string): Promise<Response> {
  const answer = await fetch(new URL(path, base.endsWith('/') ? base : `${base}/`));
  if (answer.status === 429) {
    // The wallet answers each network so many times a minute: a long list takes its time.
    await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    return get(base, path);
  }
  if (!answer.ok) throw new Error(`${path}: the answer is ${answer.status}`);
  return answer;
}
