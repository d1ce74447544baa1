import type { TreasuryOrderId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { anchorMemo } from '@tern/tron/anchor-memo';
import { houseOperations } from '@tern/tron/house-operations';
import type {
  DeathProof,
  HouseAccounts,
  OrderFrame,
  SignerOrder,
  TreasuryAction,
  TreasuryMove,
} from '@tern/tron/signer-protocol';
import type { OrderedBytes, Question } from '../../chain/orders/public.ts';
import type { ReturnContent } from '../../money/deposits/public.ts';
import type { TreasuryDeps } from './treasury-deps.ts';
import type { OrderContent, OrderKind, TreasuryOrder } from './treasury-order.ts';

/**
 * The typed order for the signer. It names places of the key tree, never an address that money goes to; but for a return,
 * which is a payment to the signer like any other, within the same limits.
 */
export function toSigningOrder(
  order: { readonly id: TreasuryOrderId; readonly content: OrderContent; readonly attempt: number },
  terms: {
    readonly window: Pick<OrderFrame, 'refBlock' | 'expirationMs' | 'timestampMs' | 'permissionId'>;
    /** Undefined for TRX. */
    readonly contract: TronAddress | undefined;
    readonly feeLimitSun: Units;
    /** Why the attempt before cannot pay any more; of returns alone. */
    readonly deathProof?: DeathProof | undefined;
  },
): Question {
  const { refBlock, expirationMs, timestampMs, permissionId } = terms.window;
  const { id, content, attempt } = order;
  const permission = permissionId === undefined ? {} : { permissionId };
  const frame = { attempt, refBlock, expirationMs, timestampMs, ...permission };
  if (content.kind !== 'return') return { orderId: id, ...frame, action: toAction(content, terms) };
  return {
    orderId: content.signerOrderId,
    ...frame,
    payment: toPayment(content, terms),
    ...(terms.deathProof === undefined ? {} : { deathProof: terms.deathProof }),
  };
}

function toPayment(
  { to, amount }: ReturnContent,
  { contract, feeLimitSun }: { readonly contract: TronAddress | undefined; readonly feeLimitSun: Units },
): SignerOrder['payment'] {
  return contract === undefined
    ? { kind: 'trx', to, amountSun: amount }
    : { kind: 'trc20', contract, to, amount, feeLimitSun };
}

function toAction(
  content: Exclude<OrderContent, ReturnContent>,
  { contract, feeLimitSun }: { readonly contract: TronAddress | undefined; readonly feeLimitSun: Units },
): TreasuryAction {
  const { kind, amount } = content;
  const move: TreasuryMove =
    contract === undefined ? { kind: 'trx', amountSun: amount } : { kind: 'trc20', contract, amount, feeLimitSun };
  switch (kind) {
    case 'sweep':
      return { kind, fromIndex: content.place.index, move };
    case 'cold':
      return { kind, move };
    case 'top-up':
      return { kind, from: 'fee', to: { purpose: 'deposit', index: content.place.index }, amountSun: amount };
    case 'fund':
      return { kind: 'top-up', from: 'hot', to: { purpose: 'fee' }, amountSun: amount };
    case 'anchor':
      return { kind, ...content.statement };
    case 'stake':
    case 'unstake':
      return { kind, resource: 'energy', amountSun: amount };
    case 'withdraw-unstaked':
      return { kind };
    case 'restrict':
      return { kind, account: content.account };
    case 'delegate':
    case 'undelegate':
      return { kind, resource: 'energy', to: { purpose: 'deposit', index: content.place.index }, amountSun: amount };
  }
}

/** From which address to which an order goes. */
export type OrderParties = { readonly owner: TronAddress; readonly to: TronAddress };

/** Throws where the order is for the cold address and the signer has none. */
export function partiesOf(content: OrderContent, accounts: HouseAccounts): OrderParties {
  const { hot, fee, cold } = accounts;
  switch (content.kind) {
    case 'sweep':
      return { owner: content.place.address, to: hot };
    case 'top-up':
    case 'delegate':
    case 'undelegate':
      return { owner: fee, to: content.place.address };
    case 'fund':
    case 'anchor':
      return { owner: hot, to: fee };
    case 'stake':
    case 'unstake':
    case 'withdraw-unstaked':
      return { owner: fee, to: fee };
    case 'restrict':
      return { owner: accounts[content.account], to: accounts[content.account] };
    case 'cold':
      if (cold === undefined) throw new Error('no cold address is enrolled with the signer');
      return { owner: hot, to: cold };
    case 'return':
      return { owner: hot, to: content.to };
  }
}

/** What changes no balance but by its fee. */
const unmoving: ReadonlySet<OrderKind> = new Set([
  'stake',
  'unstake',
  'withdraw-unstaked',
  'delegate',
  'undelegate',
  'restrict',
]);

/** Whether an order moves money from one address to another. */
export function isMove({ kind }: OrderContent): boolean {
  return !unmoving.has(kind);
}

/** What the bytes of an order have to do, and whose signature they need. */
export async function orderedBytes(
  { signer, accounts, contracts }: Pick<TreasuryDeps, 'signer' | 'accounts' | 'contracts'>,
  { content }: Pick<TreasuryOrder, 'content'>,
): Promise<OrderedBytes> {
  const { kind, amount } = content;
  // Operators may have changed the cold address or the owners since the worker started.
  const known = kind === 'cold' || kind === 'restrict' ? await signer.getAccounts() : accounts;
  const { owner, to } = partiesOf(content, known);
  if (kind === 'restrict')
    return { owner, does: { kind, owner, owners: known.owners, operations: houseOperations[content.account] } };
  if (kind === 'withdraw-unstaked') return { owner, does: { kind, owner } };
  if (kind === 'stake' || kind === 'unstake')
    return { owner, does: { kind, owner, resource: 'energy', amountSun: amount } };
  if (kind === 'delegate' || kind === 'undelegate')
    return { owner, does: { kind, owner, to, resource: 'energy', amountSun: amount } };
  const contract = contractOf(content, contracts);
  const memo = kind === 'anchor' ? { memo: anchorMemo(content.statement) } : {};
  if (contract === undefined) return { owner, does: { kind: 'trx', owner, to, amountSun: amount }, ...memo };
  return { owner, does: { kind: 'trc20', owner, contract, to, amount } };
}

/** The contract of an order's asset; undefined for TRX and for everything that is not a transfer. */
export function contractOf(
  { assetId }: OrderContent,
  contracts: Readonly<Record<Exclude<AssetId, 'trx'>, TronAddress>>,
): TronAddress | undefined {
  return assetId === 'trx' ? undefined : contracts[assetId];
}
