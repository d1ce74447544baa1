import type { OperatorId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { refuseOwnAccount } from '../../people/operators/public.ts';
import { findWalletByAddress } from '../../people/wallets/public.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Whether the operator, or somebody close to them, sends or receives: then another one has to decide, and the try is kept. */
export async function refuseParty(
  tx: DbTx,
  operatorId: OperatorId,
  { id, personId, toAddress }: Withdrawal,
): Promise<boolean> {
  const receiver = await findWalletByAddress(tx, toAddress);
  const personIds = receiver === undefined ? [personId] : [personId, receiver.personId];
  return await refuseOwnAccount(tx, { operatorId, personIds, subject: id });
}
