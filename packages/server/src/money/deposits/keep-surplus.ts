import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { lockCursor } from './deposit-store.ts';
import {
  deleteSighting,
  insertSurplus,
  lockSighting,
  selectPossibleCauses,
  storeSighting,
  type SurplusPlace,
} from './surplus-store.ts';
import { findUnexplained } from './surplus.ts';
import { selectFrozenTokens } from './token-watch-store.ts';

/**
 * What a comparison of one deposit address came to: nothing new, more than before, kept in suspense now, or to be kept, but
 * the reader has not booked this block.
 */
export type Kept = 'nothing-new' | 'seen' | 'kept' | 'unread';

/**
 * Takes in that a deposit address has `extra` more than the books say at this block. What open items of quarantine may be
 * is left to them. The rest is kept in suspense when a comparison at a later block finds the same. The reader has booked
 * that block, and books nothing until this transaction ends: whoever calls has looked at the books after `holdReader`, so that
 * nothing of it is being booked as a deposit at the same moment.
 */
export async function keepSurplus(
  tx: DbTx,
  input: SurplusPlace & { readonly extra: bigint; readonly block: { readonly number: number; readonly id: string } },
): Promise<Kept> {
  const { address, assetId, extra, block } = input;
  const place = { address, assetId };
  if (extra <= 0n) {
    await deleteSighting(tx, place);
    return 'nothing-new';
  }
  const before = await lockSighting(tx, place);
  // What a frozen token's contract says is no money yet.
  const isFrozen = (await selectFrozenTokens(tx)).has(assetId);
  const unexplained = isFrozen ? 0n : findUnexplained(extra, await selectPossibleCauses(tx, place));
  if (before?.amount !== extra || before.unexplained !== unexplained) {
    await storeSighting(tx, { ...place, amount: extra, unexplained, block: block.number });
    return 'seen';
  }
  if (unexplained === 0n || block.number <= before.block) return 'nothing-new';
  if (((await lockCursor(tx))?.number ?? -1) < block.number) return 'unread';
  const amount = units(unexplained);
  const id = await insertSurplus(tx, { ...place, amount, block });
  const [debit, credit] = [
    await houseAccount(tx, 'custody:deposit', assetId),
    await houseAccount(tx, 'suspense', assetId),
  ];
  await postJournal(tx, {
    key: `surplus:${id}:kept`,
    kind: 'deposit-unidentified',
    legs: [{ debit, credit, asset: assetId, amount, code: 'unidentified' }],
    details: { address, surplusId: id, block: block.number, blockId: block.id },
  });
  await deleteSighting(tx, place);
  return 'kept';
}
