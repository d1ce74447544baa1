import { parseArgs } from 'node:util';
import { fromHex } from '../src/crypto/bytes.ts';
import { keyPairOf } from '../src/crypto/keys.ts';
import { allChecks } from './all-checks.ts';
import { fundedChecks } from './funded-checks.ts';
import { connectNode } from './node.ts';

const usage = `Compares a Tron node with what devchain assumes about Tron.

Usage: npm run conformance -- --node <url> [--solidity <url>] [--pause-ms <number>]

--node <url>         where the node serves /wallet, for example http://host:8090
--solidity <url>     where it serves /walletsolidity (default: the same). A stock java-tron node serves it on a port of
                     its own, 8091, and answers 405 for it on the first
--pause-ms <number>  least time between two requests (default 250); public services allow few

CONFORMANCE_KEY      private key (hex) of an account with a few TRX: checks that spend run too
CONFORMANCE_API_KEY  sent as TRON-PRO-API-KEY
`;

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    solidity: { type: 'string' },
    'pause-ms': { type: 'string', default: '250' },
    help: { type: 'boolean' },
  },
});

if (values.node === undefined || values.help === true) {
  process.stdout.write(usage);
  process.exit(values.help === true ? 0 : 1);
}

const { CONFORMANCE_KEY: keyHex, CONFORMANCE_API_KEY: apiKey } = process.env;
const node = connectNode({
  url: values.node,
  ...(values.solidity === undefined ? {} : { solidityUrl: values.solidity }),
  pauseMs: Number(values['pause-ms']),
  ...(apiKey === undefined ? {} : { apiKey }),
});
const key = keyHex === undefined ? undefined : keyPairOf(fromHex(keyHex));
const funded = key === undefined ? [] : fundedChecks.map(({ name, run }) => ({ name, run: () => run(node, key) }));

let failed = 0;
for (const { name, run } of [...allChecks, ...funded]) {
  try {
    await run(node);
    process.stdout.write(`ok    ${name}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(
      `FAIL  ${name}\n      ${error instanceof Error ? error.message.replaceAll('\n', '\n      ') : error}\n`,
    );
  }
}
if (key === undefined) process.stdout.write(`skip  ${fundedChecks.length} that spend: CONFORMANCE_KEY is not set\n`);
process.exitCode = failed === 0 ? 0 : 1;
