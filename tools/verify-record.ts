/**
 * `npm run verify:record -- FILE`: checks the file of a record that the app saved (docs/ledger-log.md), with no code of the
 * wallet and, without further options, with nothing but the file. `--address ADDRESS` says whose entries they must be, `--url URL` compares its log with the one that the wallet
 * publishes now, `--with FILE` with that of another file, and `--node URL` asks a Tron node of your choice for the transaction
 * that wrote the statement's hash into the chain. Ends with 1 where anything differs.
 */
import { readFileSync } from 'node:fs';
import { readArguments } from './command-line/read-arguments.ts';
import { askForAnchor } from './verify/ask-for-anchor.ts';
import { checkRecord, compareLogs, readRecord } from './verify/check-record.ts';
import { listLog } from './verify/get-served.ts';
import { readStatement } from './verify/read-statement.ts';
import { say, tellFindings } from './verify/tell-findings.ts';

const usage =
  'Usage: npm run verify:record -- FILE.json [--address ADDRESS] [--url URL] [--with FILE.json] [--node URL]\n';

const { values, positionals } = readArguments({
  usage,
  options: { address: { type: 'string' }, url: { type: 'string' }, with: { type: 'string' }, node: { type: 'string' } },
  words: [1, 1],
});
await tellFindings(positionals[0], { usage, verify });

async function verify(path: string): Promise<readonly string[]> {
  const record = readRecord(readFileSync(path, 'utf8'));
  const found = [...checkRecord(record, values.address)];
  const { statement, days, entries } = record;
  if (found.length === 0 && statement !== null) {
    for (const { owner, assetId, seq, amount, balance, kind, day } of entries)
      say(`${day} ${kind}: ${owner} ${amount} of ${assetId}, balance ${balance}, entry ${seq}: in the log`);
    say(`log of ${days.length} days, named by statement ${statement.number}, ${statement.hash}`);
  }
  if (values.with !== undefined)
    found.push(...compareLogs(days, readRecord(readFileSync(values.with, 'utf8')).days, values.with));
  if (values.url !== undefined) found.push(...compareLogs(days, await listLog(values.url), values.url));
  if (values.node !== undefined && statement !== null) {
    const { anchor, hash, text } = statement;
    const asked = await askForAnchor(values.node, { anchor, statementHash: hash }, readStatement(text));
    say(asked.said);
    found.push(...asked.found);
  }
  return found;
}
