import { expect, test } from 'vitest';
import { findTrxFromContracts } from './find-trx-from-contracts.ts';
import { addressOf, contractSend, scriptedChain, txIdOf } from './testing/scripted-chain.ts';

function chainWithSplit() {
  const chain = scriptedChain();
  const split = contractSend({ caller: addressOf('a'), moves: [{ to: addressOf('b'), amountSun: 5 }] });
  chain.mine(split);
  chain.mineEmpty(19);
  return { chain, knownTxId: txIdOf(split) };
}

test('D08 nodes that show what contracts send are believed, one that does not spoils it, and so does no proof', async () => {
  const { chain, knownTxId } = chainWithSplit();
  const saving = chain.openNode('saving');
  const blind = chain.openNode('blind', (path, _body, honest) =>
    path.endsWith('blocknum')
      ? (honest as object[]).map((receipt) => ({ ...receipt, internal_transactions: undefined }))
      : honest,
  );
  const find = (nodes: readonly [typeof saving, ...(typeof saving)[]], txId: string | undefined) =>
    findTrxFromContracts({ network: 'nile', nodes, knownTxId: txId });
  expect(await find([saving], knownTxId)).toBe(true);
  expect(await find([saving, saving], knownTxId)).toBe(true);
  expect(await find([saving, blind], knownTxId)).toBe(false);
  expect(await find([saving], 'ab'.repeat(32))).toBe(false);
  expect(await find([saving], undefined)).toBe(false);
  expect(await findTrxFromContracts({ network: 'local', nodes: [blind], knownTxId: undefined })).toBe(true);
});
