import { afterAll, beforeAll, describe, test } from 'vitest';
import { fromHex } from '../src/crypto/bytes.ts';
import { keyPairOf } from '../src/crypto/keys.ts';
import { startDevchain } from '../src/start-devchain.ts';
import type { Devchain, DevchainOptions } from '../src/start-devchain.ts';
import { newPerson } from '../src/testing/test-chain.ts';
import { allChecks } from './all-checks.ts';
import { fundedChecks } from './funded-checks.ts';
import { connectNode } from './node.ts';
import type { Node } from './node.ts';

/** One port for everything as TronGrid has, and the two ports of a stock java-tron node. */
const dresses: readonly (readonly [string, Partial<DevchainOptions>])[] = [
  ['on one port', {}],
  ['on the two ports of a stock node', { solidityPort: 0 }],
];

describe.each(dresses)('%s, the devchain behaves as a Tron node does', (_name, options) => {
  let chain: Devchain;
  let node: Node;

  beforeAll(async () => {
    chain = await startDevchain({
      port: 0,
      seed: 'conformance',
      mining: { mode: 'interval', blockMs: 50 },
      ...options,
    });
    node = connectNode({ url: chain.url, solidityUrl: chain.solidityUrl });
    const { address } = newPerson();
    await chain.admin.faucetTrx(address, 5n);
    await chain.admin.faucetToken('usdt', address, 5n);
    await chain.admin.faucetToken('reward', address, 5n);
    await chain.admin.mine(2);
  });

  afterAll(() => chain.close());

  test.each(allChecks)('$name', ({ run }) => run(node));

  test.each(fundedChecks)('$name', ({ run }) => run(node, keyPairOf(fromHex(chain.keys.treasury))));
});
