import type { AssetId } from '@tern/money/asset';
import { add, units, zero, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { anchorMemo } from '@tern/tron/anchor-memo';
import { buildPermissionUpdate } from '@tern/tron/build-permission-update';
import { buildStaking } from '@tern/tron/build-staking';
import { buildTokenTransfer } from '@tern/tron/build-token-transfer';
import { buildTransfer } from '@tern/tron/build-transfer';
import { houseOperations } from '@tern/tron/house-operations';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type {
  OrderFrame,
  OwnAccount,
  SignerOrder,
  TreasuryAction,
  TreasuryMove,
  TreasuryOrder,
} from '@tern/tron/signer-protocol';
import type { AnyTransaction, Staking } from '@tern/tron/transaction';
import { isZeroAddress } from '@tern/tron/zero-address';
import type { KeyPlace } from '@tern/vault/key-path';
import type { KeyStore } from './keys/key-store.ts';
import type { SigningPolicy } from './signing-policy.ts';

export type AnyOrder = SignerOrder | TreasuryOrder;

/** `payout` leaves the house; everything else moves between accounts the signer knows to belong to the house. */
export type OrderKind = 'payout' | TreasuryAction['kind'];

/** What an order means on the chain: whose key, which transaction, and what it can cost. */
export type OrderPlan = {
  readonly kind: OrderKind;
  readonly place: KeyPlace;
  readonly owner: TronAddress;
  readonly transaction: AnyTransaction;
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly feeLimitSun: Units;
  /** Most TRX that may burn: the fee limit and all that the chain takes beside it. */
  readonly burnMaxSun: Units;
};

export type PlanDeps = {
  readonly keychain: Pick<KeyStore, 'addressAt'>;
  readonly policy: SigningPolicy;
};

/** Where money moves; the address comes from the keys or from the policy, but for a payout's. */
type Route = {
  readonly kind: OrderKind;
  readonly from: KeyPlace;
  readonly to: TronAddress;
  readonly move: TreasuryMove;
  readonly memo?: string;
};

/** Turns an order into the one transaction it stands for. @throws SignerRefusal where no such transaction is allowed */
export function planOrder(deps: PlanDeps, order: AnyOrder): OrderPlan {
  if ('payment' in order) {
    const { payment, memo } = order;
    checkReceiver(deps, payment.to);
    return planMove(deps, order, {
      kind: 'payout',
      from: hot,
      to: payment.to,
      move: payment,
      ...(memo === undefined ? {} : { memo }),
    });
  }
  const { action } = order;
  const at = (account: OwnAccount): TronAddress => deps.keychain.addressAt(placeOf(account));
  switch (action.kind) {
    case 'sweep': {
      const from = placeOf({ purpose: 'deposit', index: action.fromIndex });
      return planMove(deps, order, { kind: 'sweep', from, to: at({ purpose: 'hot' }), move: action.move });
    }
    case 'top-up': {
      const move = { kind: 'trx', amountSun: action.amountSun } as const;
      return planMove(deps, order, {
        kind: 'top-up',
        from: placeOf({ purpose: action.from }),
        to: at(action.to),
        move,
      });
    }
    case 'cold': {
      const { coldAddress } = deps.policy;
      if (coldAddress === undefined) throw new SignerRefusal('cold-not-enrolled', 'no cold address');
      return planMove(deps, order, { kind: 'cold', from: hot, to: coldAddress, move: action.move });
    }
    case 'delegate':
    case 'undelegate': {
      const { kind, resource, to, amountSun } = action;
      return planStaking(deps, order, (owner) => ({ kind, owner, to: at(to), resource, amountSun }));
    }
    case 'stake':
    case 'unstake':
      return planStaking(deps, order, (owner) => ({ ...action, owner }));
    case 'withdraw-unstaked':
      return planStaking(deps, order, (owner) => ({ ...action, owner }));
    case 'anchor':
      return planMove(deps, order, {
        kind: 'anchor',
        from: hot,
        to: at({ purpose: 'fee' }),
        // The chain takes no transfer of nothing.
        move: { kind: 'trx', amountSun: units(1n) },
        memo: anchorMemo(action),
      });
    case 'restrict':
      return planRestriction(deps, order, action.account);
  }
}

export const hot: KeyPlace = { purpose: 'hot', index: 0 };
export const fee: KeyPlace = { purpose: 'fee', index: 0 };

function placeOf(account: OwnAccount): KeyPlace {
  switch (account.purpose) {
    case 'hot':
      return hot;
    case 'fee':
      return fee;
    case 'deposit':
      return { purpose: 'deposit', index: account.index };
  }
}

function planMove({ keychain, policy }: PlanDeps, order: OrderFrame, route: Route): OrderPlan {
  const { kind, from, to, move, memo } = route;
  const owner = keychain.addressAt(from);
  const frame = { ...frameOf(order), ...(memo === undefined ? {} : { memo }) };
  if (move.kind === 'trx') {
    const { amountSun } = move;
    // Said as a refusal: the builder would only assert.
    if (amountSun === zero) throw new SignerRefusal('order-limit', 'nothing');
    return {
      kind,
      place: from,
      owner,
      transaction: buildTransfer({ owner, to, amountSun, ...frame }),
      assetId: 'trx',
      amount: amountSun,
      feeLimitSun: zero,
      burnMaxSun: policy.networkBurnMaxSun,
    };
  }
  const { contract, amount, feeLimitSun } = move;
  const assetId = policy.tokens.get(contract);
  if (assetId === undefined) throw new SignerRefusal('token-not-listed', contract);
  if (amount === zero) throw new SignerRefusal('order-limit', 'nothing');
  return {
    kind,
    place: from,
    owner,
    transaction: buildTokenTransfer({ owner, contract, to, amount, feeLimitSun, ...frame }),
    assetId,
    amount,
    feeLimitSun,
    burnMaxSun: add(feeLimitSun, policy.networkBurnMaxSun),
  };
}

function planStaking(
  { keychain, policy }: PlanDeps,
  order: OrderFrame,
  stakingOf: (owner: TronAddress) => Staking,
): OrderPlan {
  const owner = keychain.addressAt(fee);
  const staking = stakingOf(owner);
  return {
    kind: staking.kind,
    place: fee,
    owner,
    transaction: buildStaking({ staking, ...frameOf(order) }),
    assetId: 'trx',
    amount: 'amountSun' in staking ? staking.amountSun : zero,
    feeLimitSun: zero,
    burnMaxSun: policy.networkBurnMaxSun,
  };
}

function planRestriction({ keychain, policy }: PlanDeps, order: OrderFrame, account: 'hot' | 'fee'): OrderPlan {
  const { owners } = policy;
  if (owners === undefined) throw new SignerRefusal('owners-not-enrolled', 'no owners');
  const own = [hot, fee].map((place) => keychain.addressAt(place));
  if (owners.addresses.some((address) => own.includes(address)))
    throw new SignerRefusal('destination-not-allowed', 'an owner whose key is here');
  const place = placeOf({ purpose: account });
  const owner = keychain.addressAt(place);
  const permission = { kind: 'restrict', owner, owners, operations: houseOperations[account] } as const;
  return {
    kind: 'restrict',
    place,
    owner,
    transaction: buildPermissionUpdate({ permission, ...frameOf(order) }),
    assetId: 'trx',
    amount: zero,
    feeLimitSun: zero,
    burnMaxSun: add(policy.permissionBurnMaxSun, policy.networkBurnMaxSun),
  };
}

/** Refuses destinations from which nothing comes back: the zero address, the house's accounts, token contracts. */
function checkReceiver({ keychain, policy }: PlanDeps, to: TronAddress): void {
  const own = [hot, fee].some((place) => keychain.addressAt(place) === to);
  if (isZeroAddress(to) || own || policy.tokens.has(to)) throw new SignerRefusal('destination-not-allowed', to);
}

function frameOf({
  refBlock,
  expirationMs,
  timestampMs,
  permissionId,
}: OrderFrame): Pick<OrderFrame, 'refBlock' | 'expirationMs' | 'timestampMs' | 'permissionId'> {
  return { refBlock, expirationMs, timestampMs, ...(permissionId === undefined ? {} : { permissionId }) };
}
