import { add, units, zero } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import type { TronNode } from '@tern/tron/open-node';
import type { OrderTerms, Wait, WaitCause } from '../../chain/orders/public.ts';
import { estimateCost, type Withdrawal } from '../transfers/public.ts';
import { readAttemptHistory, sumOpenOutflows } from './attempt-store.ts';
import { buildOrder } from './attempt.ts';
import { decideFeeLimit } from './decide-fee-limit.ts';
import type { PayoutDeps } from './payout-deps.ts';

/** Decides whether a withdrawal can be paid now, by what one node says, and on which terms. Throws `NodeFault`. */
export async function planPayout(
  deps: PayoutDeps,
  { node, withdrawal }: { readonly node: TronNode; readonly withdrawal: Withdrawal },
): Promise<OrderTerms | Wait> {
  const { db, chain, settings, signer } = deps;
  const { assetId, amount, toAddress: to } = withdrawal;
  const contract = chain.contracts[assetId];
  const hotAddress = await signer.getHotAddress();
  const [{ activated }, history, reserves] = await Promise.all([
    getAccount(node, { view: 'head', address: to }),
    readAttemptHistory(db.kysely, withdrawal.id),
    readReserves(deps, { node, withdrawal, contract, hotAddress }),
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
    return wait('fee', `a fee limit of ${limit.feeLimitSun} sun is above the maximum, ${limit.maxSun}`);
  }
  const { feeLimitSun } = limit;
  // What is burnt beside energy (bandwidth, activation) comes on top of the fee limit.
  const costMaxSun = add(feeLimitSun, units(estimate.costSun - estimate.energyCostSun));
  const neededSun = assetId === 'trx' ? add(amount, costMaxSun) : costMaxSun;
  if (reserves.sun < neededSun) return wait('hot-wallet', 'TRX short');
  const { nextNumber: number, lastProof: deathProof } = history;
  return {
    costMaxSun,
    account: hotAddress,
    need: { assetId, amount, costSun: costMaxSun },
    write: (window) =>
      buildOrder({ withdrawalId: withdrawal.id, number, to, amount, contract, feeLimitSun, window, deathProof }),
  };
}

/**
 * What the hot wallet may still promise: its irreversible balance less everything that attempts and the house's
 * orders under way may take.
 * A payment that has just become irreversible counts twice until it is settled, which only makes the next one wait.
 */
async function readReserves(
  { db, sumTreasuryOutflows }: Pick<PayoutDeps, 'db' | 'sumTreasuryOutflows'>,
  input: {
    readonly node: TronNode;
    readonly withdrawal: Withdrawal;
    readonly contract: TronAddress | undefined;
    readonly hotAddress: TronAddress;
  },
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

function wait(waitingFor: WaitCause, detail: string): Wait {
  return { waitingFor, detail };
}
