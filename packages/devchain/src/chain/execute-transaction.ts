import { openContract } from '../actuators/open-contract.ts';
import { toHex } from '../crypto/bytes.ts';
import { consumeBandwidth } from '../fees/bandwidth.ts';
import { consumeMemoFee, consumeMultiSignFee } from '../fees/flat-fees.ts';
import type { Transaction } from '../proto/types.ts';
import { balanceChanges } from '../state/accounts.ts';
import { addBurnt } from '../state/burnt.ts';
import { getParameter } from '../state/parameters.ts';
import type { Workspace } from '../state/workspace.ts';
import type { Tvm } from '../tvm/tvm.ts';
import { BroadcastRefusal, invalidContract } from './refusal.ts';
import { encodeTransaction, hashTransaction } from './transaction.ts';
import type { BlockContext, Receipt } from './types.ts';

/**
 * Runs a transaction in `state`: bandwidth, fees for several signatures and for a note, then the contract itself. A contract that fails in the virtual machine
 * still gives a receipt, and its fees stay taken. Throws `BroadcastRefusal` when the chain does not take the transaction at
 * all; the workspace is then to be thrown away.
 */
export async function executeTransaction(
  deps: { readonly tvm: Tvm },
  input: {
    readonly state: Workspace;
    readonly block: BlockContext;
    readonly transaction: Transaction;
  },
): Promise<Receipt> {
  const { state, block, transaction } = input;
  const contract = transaction.raw_data.contract[0];
  if (contract === undefined) throw invalidContract('no contract');
  const opened = openContract(contract);
  const ownerHex = toHex(opened.owner);
  const sizeBytes = encodeTransaction(transaction).length;
  const createsAccount = opened.createsAccount(state);
  if (createsAccount && BigInt(sizeBytes) > getParameter(state, 'getMaxCreateAccountTxSize')) {
    throw new BroadcastRefusal(
      'TOO_BIG_TRANSACTION_ERROR',
      `Too big new account transaction, the size is ${sizeBytes} bytes`,
    );
  }

  const bandwidth = consumeBandwidth(state, {
    ownerHex,
    sizeBytes,
    createsAccount,
    nowMs: block.timestampMs,
  });
  const multiSignFeeSun = consumeMultiSignFee(state, ownerHex, transaction.signature.length);
  const memoFeeSun = consumeMemoFee(state, ownerHex, transaction.raw_data.data);
  const txId = hashTransaction(transaction);
  const outcome = await opened.run({
    state,
    block,
    txId,
    tvm: deps.tvm,
    feeLimitSun: transaction.raw_data.fee_limit,
  });
  const feeSun = outcome.feeSun + bandwidth.netFeeSun + multiSignFeeSun + memoFeeSun + (outcome.vm?.energyFeeSun ?? 0n);
  addBurnt(state, feeSun);
  return { ...outcome, ...bandwidth, feeSun, balances: balanceChanges(state) };
}
