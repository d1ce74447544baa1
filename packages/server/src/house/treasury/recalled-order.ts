import type { TreasuryOrderId } from '@tern/base/ids';
import type { TronAddress } from '@tern/tron/address';
import { readAnchorMemo } from '@tern/tron/anchor-memo';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import type { HouseAccounts, RecalledOrder } from '@tern/tron/signer-protocol';
import type { AnyTransaction } from '@tern/tron/transaction';
import type { Question } from '../../chain/orders/public.ts';
import { toSigningOrder } from './signing-order.ts';
import type { DepositPlace, OrderContent } from './treasury-order.ts';

/** An order as it must have been, made of what the signer remembers of it. */
export type RebuiltOrder = { readonly content: OrderContent; readonly question: Question };

export type Rebuilding = {
  readonly accounts: HouseAccounts;
  /** Deposit addresses with their places in the signer's tree. */
  readonly places: ReadonlyMap<TronAddress, DepositPlace>;
};

/** Every address of a recalled transaction: the ones whose places have to be known. */
export function listAddressesOf({ rawHex }: Pick<RecalledOrder, 'rawHex'>): readonly TronAddress[] {
  const raw = decodeAnyTransaction(Buffer.from(rawHex, 'hex'));
  if ('transfer' in raw) return [raw.transfer.owner, raw.transfer.to];
  return 'staking' in raw && 'to' in raw.staking ? [raw.staking.to] : [];
}

/**
 * The order behind a signature that the treasury asked for; undefined where the treasury never asks for such a one, where
 * an address of it is nobody's here, and for what was signed before reference blocks were kept. Pure.
 */
export function rebuildOrder(recalled: RecalledOrder, rebuilding: Rebuilding): RebuiltOrder | undefined {
  const { orderId, attempt, refBlock } = recalled;
  if (refBlock === undefined) return undefined;
  const raw = decodeAnyTransaction(Buffer.from(recalled.rawHex, 'hex'));
  const content = contentOf(recalled, raw, rebuilding);
  if (content === undefined) return undefined;
  const { expirationMs, timestampMs, feeLimitSun, permissionId } = raw;
  const contract = 'transfer' in raw && raw.transfer.kind === 'trc20' ? raw.transfer.contract : undefined;
  const window = { refBlock, expirationMs, timestampMs, ...(permissionId === undefined ? {} : { permissionId }) };
  const order = { id: orderId as TreasuryOrderId, content, attempt };
  return { content, question: toSigningOrder(order, { window, contract, feeLimitSun }) };
}

function contentOf(
  recalled: RecalledOrder,
  raw: AnyTransaction,
  { accounts, places }: Rebuilding,
): OrderContent | undefined {
  const { kind, assetId, amount } = recalled;
  if ('permission' in raw) {
    const account = raw.permission.owner === accounts.fee ? 'fee' : 'hot';
    return { kind: 'restrict', assetId: 'trx', amount: recalled.burnMaxSun, account };
  }
  if ('staking' in raw) {
    const { staking } = raw;
    if (staking.kind === 'stake' || staking.kind === 'unstake' || staking.kind === 'withdraw-unstaked')
      return { kind: staking.kind, assetId: 'trx', amount };
    if (staking.kind !== 'delegate' && staking.kind !== 'undelegate') return undefined;
    const place = places.get(staking.to);
    return place === undefined ? undefined : { kind: staking.kind, assetId: 'trx', amount, place };
  }
  const { owner, to } = raw.transfer;
  if (kind === 'cold') return { kind, assetId, amount };
  if (kind === 'payout') return { kind: 'return', assetId, amount, to, signerOrderId: recalled.orderId };
  if (kind === 'sweep') return withPlace(places.get(owner), (place) => ({ kind, assetId, amount, place }));
  if (kind === 'anchor') {
    const statement = readAnchorMemo(raw.memo ?? '');
    return statement === undefined ? undefined : { kind, assetId: 'trx', amount, statement };
  }
  if (kind !== 'top-up') return undefined;
  if (owner === accounts.hot && to === accounts.fee) return { kind: 'fund', assetId: 'trx', amount };
  return withPlace(places.get(to), (place) => ({ kind, assetId: 'trx', amount, place }));
}

function withPlace(
  place: DepositPlace | undefined,
  make: (place: DepositPlace) => OrderContent,
): OrderContent | undefined {
  return place === undefined ? undefined : make(place);
}
