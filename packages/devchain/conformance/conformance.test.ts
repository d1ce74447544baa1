import { afterAll, beforeAll, describe, test } from 'vitest';
import { fromHex } from '../src/crypto/bytes.ts';
import { keyPairOf } from '../src/crypto/keys.ts';
import { startDevchain } from '../src/start-devchain.ts';
import type { Devchain } from '../src/start-devchain.ts';
import { newPerson } from '../src/testing/test-chain.ts';
import { allChecks } from './all-checks.ts';
import { fundedChecks } from './funded-checks.ts';
import { connectNode } from './node.ts';

let chain: Devchain;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'conformance', mining: { mode: 'interval', blockMs: 50 } });
  const { address } = newPerson();
  await chain.admin.faucetTrx(address, 5n);
  await chain.admin.faucetToken('usdt', address, 5n);
  await chain.admin.faucetToken('reward', address, 5n);
  await chain.admin.mine(2);
});

afterAll(() => chain.close());

describe('the devchain behaves as a Tron node does', () => {
  test.each(allChecks)('$name', ({ run }) => run(connectNode({ url: chain.url })));

  test.each(fundedChecks)('$name', ({ run }) =>
    run(connectNode({ url: chain.url }), keyPairOf(fromHex(chain.keys.treasury))),
  );
});
