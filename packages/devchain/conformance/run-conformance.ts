import { parseArgs } from 'node:util';
import { fromHex } from '../src/crypto/bytes.ts';
import { keyPairOf } from '../src/crypto/keys.ts';
import { walletTable } from '../src/http/table.ts';
import { allChecks } from './all-checks.ts';
import { NotOffered } from './check.ts';
import { fundedChecks } from './funded-checks.ts';
import { connectNode } from './node.ts';

const usage = `Compares a Tron node with what devchain assumes about Tron.

Usage: npm run conformance -- --node <url> [--solidity <url>] [--pause-ms <number>]
       npm run conformance -- --list

--node <url>         where the node serves /wallet, for example http://host:8090
--solidity <url>     where it serves /walletsolidity (default: the same). A stock java-tron node serves it on a port of
                     its own, 8091, and answers 405 for it on the first
--pause-ms <number>  least time between two requests (default 250); public services allow few
--list               prints every path that devchain serves with its cases and the pages they were written from

A case that is about something that the node or its chain does not have is skipped, with the reason.

CONFORMANCE_KEY      private key (hex) of an account with a few TRX: checks that spend run too
CONFORMANCE_API_KEY  sent as TRON-PRO-API-KEY
`;

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    solidity: { type: 'string' },
    'pause-ms': { type: 'string', default: '250' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

// Whoever reads through a pipe gets all of it: a process that exits by itself has written everything, unlike one that is ended.
if (values.list === true) list();
else if (values.node === undefined || values.help === true) {
  process.stdout.write(usage);
  process.exitCode = values.help === true ? 0 : 1;
} else process.exitCode = await compare(values.node);

function list(): void {
  const cases = [...allChecks, ...fundedChecks];
  for (const path of walletTable.keys()) {
    process.stdout.write(`${path}\n`);
    for (const { name, paths, page } of cases) {
      if (paths.includes(path)) process.stdout.write(`  ${name} [${page}]\n`);
    }
  }
  process.stdout.write(`\n${walletTable.size} paths, ${cases.length} cases\n`);
}

/** Runs every case against the node; resolves with the exit code. */
async function compare(url: string): Promise<number> {
  const { CONFORMANCE_KEY: keyHex, CONFORMANCE_API_KEY: apiKey } = process.env;
  const node = connectNode({
    url,
    ...(values.solidity === undefined ? {} : { solidityUrl: values.solidity }),
    pauseMs: Number(values['pause-ms']),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const key = keyHex === undefined ? undefined : keyPairOf(fromHex(keyHex));
  const funded = key === undefined ? [] : fundedChecks.map(({ name, run }) => ({ name, run: () => run(node, key) }));

  const counts = { ok: 0, FAIL: 0, skip: 0 };
  const report = (outcome: keyof typeof counts, name: string, words?: string): void => {
    counts[outcome] += 1;
    const detail = words === undefined ? '' : `      ${words.replaceAll('\n', '\n      ')}\n`;
    process.stdout.write(`${outcome.padEnd(4)}  ${name}\n${detail}`);
  };
  for (const { name, run } of [...allChecks, ...funded]) {
    try {
      await run(node);
      report('ok', name);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      report(error instanceof NotOffered ? 'skip' : 'FAIL', name, words);
    }
  }
  if (key === undefined) {
    for (const { name } of fundedChecks) report('skip', name, 'CONFORMANCE_KEY is not set');
  }
  process.stdout.write(`\n${counts.ok} ok, ${counts.FAIL} failed, ${counts.skip} skipped\n`);
  return counts.FAIL === 0 ? 0 : 1;
}
