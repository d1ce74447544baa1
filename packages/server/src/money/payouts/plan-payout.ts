import { add, units, zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { findBlockHead } from '@tern/tron/get-block-head';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import type { SignerOrder } from '@tern/tron/signer-protocol';
import type { ReferenceBlock } from '@tern/tron/transaction';
import { findChainFault, findChainHeads } from '../../chain/chain-view/public.ts';
import { askAnyNode, findPermissionId } from '../../chain/orders/public.ts';
import { estimateCost, isAssetPaused, type Withdrawal } from '../transfers/public.ts';
import { readAttemptHistory, sumOpenOutflows } from './attempt-store.ts';
import { buildOrder } from './attempt.ts';
import { decideFeeLimit } from './decide-fee-limit.ts';
import type { PayoutDeps } from './payout-deps.ts';
import type { WaitingFor } from './payout-lease.ts';

export type PayoutPlan =
  | { readonly kind: 'order'; readonly order: SignerOrder; readonly costMaxSun: Units }
  | { readonly kind: 'wait'; readonly waitingFor: WaitingFor; readonly detail: string };

/**
 * Decides whether a withdrawal can be paid now and with which order. Reads only: the chain, the signer's address, the
 * database. Planned with the first node that answers everything; what a node says here is checked by the chain itself.
 */
export async function planPayout(
  deps: PayoutDeps,
  withdrawal: Withdrawal,
  hotAddress: TronAddress,
): Promise<PayoutPlan> {
  const { db, chain } = deps;
  const { assetId } = withdrawal;
  const contract = chain.contracts[assetId];
  if (assetId !== 'trx' && contract === undefined) return wait('asset-pause', `${assetId} has no contract`);
  if (await isAssetPaused(db.kysely, assetId)) return wait('asset-pause', assetId);
  if (!(await deps.isPersonActive(db.kysely, withdrawal.personId))) return wait('person', 'frozen');
  const stall = await findStall(deps);
  if (stall !== undefined) return wait('node', stall);
  let fault = 'no node answers';
  for (const node of chain.nodes) {
    try {
      return await planWith(deps, { node, withdrawal, contract, hotAddress });
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      fault = error.message;
    }
  }
  return wait('node', fault);
}

/** Nothing is signed for a chain that does not move: it would expire unseen, and its proof of death take as long. */
async function findStall({ db, settings }: PayoutDeps): Promise<string | undefined> {
  const heads = await findChainHeads(db.kysely);
  if (heads === undefined) return undefined;
  const fault = findChainFault(heads, settings.stallLimits);
  return fault === undefined ? undefined : `the chain: ${fault}`;
}

/**
 * A node that has another irreversible block of the reference's number: one of the two is on the wrong chain, and no end
 * of the payment could ever be agreed on. One that does not answer or is not there yet says nothing.
 */
async function findStranger(
  { chain }: PayoutDeps,
  asked: TronNode,
  { number, id }: ReferenceBlock,
): Promise<string | undefined> {
  for (const node of chain.nodes) {
    if (node === asked) continue;
    const block = await askAnyNode([node], (other) => findBlockHead(other, { view: 'solid', number }));
    if (block !== undefined && block.id !== id) return node.name;
  }
  return undefined;
}

type PlanInput = {
  readonly node: TronNode;
  readonly withdrawal: Withdrawal;
  readonly contract: TronAddress | undefined;
  readonly hotAddress: TronAddress;
};

async function planWith(deps: PayoutDeps, input: PlanInput): Promise<PayoutPlan> {
  const { db, settings } = deps;
  const { node, withdrawal, contract, hotAddress } = input;
  const { assetId, amount, toAddress: to } = withdrawal;
  const [{ activated }, history, reserves] = await Promise.all([
    getAccount(node, { view: 'head', address: to }),
    readAttemptHistory(db.kysely, withdrawal.id),
    readReserves(deps, input),
  ]);
  if (reserves.asset < amount) return wait('hot-wallet', `${assetId} short`);
  const estimate = await estimateCost(node, { from: hotAddress, to, contract, amount, activated });
  // A paused token, for example: goes on by itself once the contract agrees, or an operator returns it.
  if (estimate === undefined) return wait('token', 'the contract refuses the transfer');
  const limit = decideFeeLimit({
    energyCostSun: contract === undefined ? zero : estimate.energyCostSun,
    failures: history.failures,
    marginPercent: settings.feeLimitMarginPercent,
    houseMaxSun: settings.feeLimitMaxSun,
    networkMaxSun: estimate.feeLimitMaxSun,
  });
  if (limit.kind === 'wait') {
    return wait('fee', `a fee limit of ${limit.feeLimitSun} sun is above the dearest, ${limit.dearestSun}`);
  }
  const { feeLimitSun } = limit;
  // What is burnt beside energy (bandwidth, activation) comes on top of the fee limit.
  const costMaxSun = add(feeLimitSun, units(estimate.costSun - estimate.energyCostSun));
  const neededSun = assetId === 'trx' ? add(amount, costMaxSun) : costMaxSun;
  if (reserves.sun < neededSun) return wait('hot-wallet', 'TRX short');
  const permission = await findPermissionId(node, hotAddress);
  if (permission === 'none') return wait('signer', 'the key of the hot wallet may not sign for it any more');
  const window = { ...(await getTransactionWindow(node, { lifetimeMs: settings.lifetimeMs })), ...permission };
  const stranger = await findStranger(deps, node, window.refBlock);
  if (stranger !== undefined) return wait('node', `${stranger} is on another chain than ${node.name}`);
  const order = buildOrder({
    withdrawalId: withdrawal.id,
    number: history.nextNumber,
    to,
    assetId,
    amount,
    contract,
    feeLimitSun,
    window,
    deathProof: history.lastProof,
  });
  return { kind: 'order', order, costMaxSun };
}

/**
 * What the hot wallet may still promise: its irreversible balance less everything that attempts and the house's own
 * orders under way may take.
 * A payment that has just become irreversible counts twice until it is settled, which only makes the next one wait.
 */
async function readReserves(
  { db, sumTreasuryOutflows }: Pick<PayoutDeps, 'db' | 'sumTreasuryOutflows'>,
  input: PlanInput,
): Promise<{ readonly asset: bigint; readonly sun: bigint }> {
  const { node, contract, hotAddress, withdrawal } = input;
  const { assetId } = withdrawal;
  const [account, tokens, open, openSun, ordered, orderedSun] = await Promise.all([
    getAccount(node, { view: 'solid', address: hotAddress }),
    contract === undefined ? zero : getTokenBalance(node, { view: 'solid', contract, owner: hotAddress }),
    sumOpenOutflows(db.kysely, assetId),
    sumOpenOutflows(db.kysely, 'trx'),
    sumTreasuryOutflows(db.kysely, assetId),
    sumTreasuryOutflows(db.kysely, 'trx'),
  ]);
  const sun = account.balanceSun - openSun.amount - openSun.costSun - orderedSun.amount - orderedSun.costSun;
  return { sun, asset: contract === undefined ? sun : tokens - open.amount - ordered.amount };
}

function wait(waitingFor: WaitingFor, detail: string): PayoutPlan {
  return { kind: 'wait', waitingFor, detail };
}
