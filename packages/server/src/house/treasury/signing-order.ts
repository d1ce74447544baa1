import { isDeepStrictEqual } from 'node:util';
import { assert } from '@tern/base/assert';
import type { TreasuryOrderId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { houseOperations } from '@tern/tron/house-operations';
import type { ExpectedPayment } from '@tern/tron/judge-payment';
import { recoverSigner } from '@tern/tron/recover-signer';
import type {
  DeathProof,
  HouseAccounts,
  OrderFrame,
  SignedOrder,
  SignerOrder,
  TreasuryAction,
  TreasuryMove,
} from '@tern/tron/signer-protocol';
import type { Owners } from '@tern/tron/transaction';
import { transactionId } from '@tern/tron/transaction-id';
import type { ReturnContent } from '../../money/deposits/public.ts';
import type { OrderContent, OrderKind, SigningOrder, TreasuryOrder } from './treasury-order.ts';

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
): SigningOrder {
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

/** An order as JSON keeps it: amounts as decimal text. */
export function serializeSigningOrder(order: SigningOrder): string {
  return JSON.stringify(order, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

type Stored<Value> = Value extends bigint
  ? string
  : Value extends string | number | boolean
    ? Value
    : { readonly [Key in keyof Value]: Stored<Value[Key]> };
export type StoredSigningOrder = Stored<SigningOrder>;

const amountNames = new Set(['amount', 'amountSun', 'feeLimitSun']);

/** Reads what `serializeSigningOrder` wrote and the database kept. */
export function readSigningOrder(stored: StoredSigningOrder): SigningOrder {
  const revived: unknown = JSON.parse(JSON.stringify(stored), (name, value: unknown) =>
    amountNames.has(name) && typeof value === 'string' ? unitsFromWire(value) : value,
  );
  return revived as SigningOrder;
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

/** What the chain has to show for an order that moves money; undefined for staking and lending, which its id proves. */
export function expectedMove(
  content: OrderContent,
  { owner, to }: OrderParties,
  contract: TronAddress | undefined,
): ExpectedPayment | undefined {
  if (unmoving.has(content.kind)) return undefined;
  const { amount } = content;
  return contract === undefined ? { kind: 'trx', owner, to, amount } : { kind: 'trc20', owner, to, amount, contract };
}

/** What the chain has to show for a signed order; undefined for staking and lending, which its id proves. */
export function moveOf({ signed }: Pick<TreasuryOrder, 'signed'>): ExpectedPayment | undefined {
  assert(signed !== null, 'only what is signed can be on the chain');
  const raw = decodeAnyTransaction(Buffer.from(signed.rawHex, 'hex'));
  if (!('transfer' in raw)) return undefined;
  const { owner, to } = raw.transfer;
  return raw.transfer.kind === 'trx'
    ? { kind: 'trx', owner, to, amount: raw.transfer.amountSun }
    : { kind: 'trc20', owner, to, amount: raw.transfer.amount, contract: raw.transfer.contract };
}

/** Reads the bytes as the chain will: exactly what was ordered, signed by the one it is taken from. */
export function isWhatWasOrdered(
  signed: SignedOrder,
  ordered: {
    readonly content: OrderContent;
    readonly parties: OrderParties;
    readonly contract: TronAddress | undefined;
    /** Who is to own a restricted account. */
    readonly owners: Owners | undefined;
    readonly expirationMs: number;
  },
): boolean {
  const bytes = Buffer.from(signed.rawHex, 'hex');
  const raw = decodeAnyTransaction(bytes);
  const does = 'transfer' in raw ? raw.transfer : 'staking' in raw ? raw.staking : raw.permission;
  return (
    transactionId(bytes) === signed.txId &&
    isDeepStrictEqual(does, expectedBytes(ordered)) &&
    raw.expirationMs === ordered.expirationMs &&
    recoverSigner(signed) === ordered.parties.owner
  );
}

function expectedBytes({ content, parties, contract, owners }: Parameters<typeof isWhatWasOrdered>[1]) {
  const { kind, amount } = content;
  const { owner, to } = parties;
  if (kind === 'restrict') return { kind, owner, owners, operations: houseOperations[content.account] };
  if (kind === 'withdraw-unstaked') return { kind, owner };
  if (kind === 'stake' || kind === 'unstake') return { kind, owner, resource: 'energy', amountSun: amount };
  if (kind === 'delegate' || kind === 'undelegate') return { kind, owner, to, resource: 'energy', amountSun: amount };
  if (contract === undefined) return { kind: 'trx', owner, to, amountSun: amount };
  return { kind: 'trc20', owner, contract, to, amount };
}

/** The contract of an order's asset; undefined for TRX and for everything that is not a transfer. */
export function contractOf(
  { assetId }: OrderContent,
  contracts: Readonly<Record<Exclude<AssetId, 'trx'>, TronAddress>>,
): TronAddress | undefined {
  return assetId === 'trx' ? undefined : contracts[assetId];
}
