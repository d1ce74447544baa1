import type { WithdrawalId } from '@tern/base/ids';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, type Units } from '@tern/money/units';
import { getAddress, type TronAddress } from '@tern/tron/address';
import type { ExpectedPayment } from '@tern/tron/judge-payment';
import type { DeathProof, SignerOrder } from '@tern/tron/signer-protocol';

/**
 * One try to pay a withdrawal on chain:
 *
 *   ordered ──► signed ──► succeeded
 *      │           ├─────► failed      in an irreversible block, nothing moved but the fee
 *      └─ deleted  └─────► dead        proven to be in no block, now and for ever
 *
 * At most one of a withdrawal is ordered, signed or succeeded at any time.
 */
export type AttemptState = 'ordered' | 'signed' | 'succeeded' | 'failed' | 'dead';

export type Attempt = {
  readonly withdrawalId: WithdrawalId;
  readonly number: number;
  readonly state: AttemptState;
  readonly order: SignerOrder;
  /** Null until signed. */
  readonly txId: string | null;
  readonly rawHex: string | null;
  readonly signatureHex: string | null;
  /** The block it was last seen in. */
  readonly blockNumber: number | null;
};

export type SignedAttempt = Attempt & { readonly txId: string; readonly rawHex: string; readonly signatureHex: string };

export function isSigned(attempt: Attempt | undefined): attempt is SignedAttempt {
  return (
    attempt?.state === 'signed' && attempt.txId !== null && attempt.rawHex !== null && attempt.signatureHex !== null
  );
}

/** An order as JSON keeps it: amounts as decimal text. */
export function serializeOrder(order: SignerOrder): string {
  return JSON.stringify(order, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

type StoredOrder = Omit<SignerOrder, 'payment'> & {
  readonly payment:
    | { readonly kind: 'trx'; readonly to: string; readonly amountSun: string }
    | {
        readonly kind: 'trc20';
        readonly contract: string;
        readonly to: string;
        readonly amount: string;
        readonly feeLimitSun: string;
      };
};

/** Reads what `serializeOrder` wrote and the database kept. */
export function readOrder(stored: StoredOrder): SignerOrder {
  const { payment } = stored;
  return {
    ...stored,
    payment:
      payment.kind === 'trx'
        ? { kind: 'trx', to: getAddress(payment.to), amountSun: unitsFromWire(payment.amountSun) }
        : {
            kind: 'trc20',
            contract: getAddress(payment.contract),
            to: getAddress(payment.to),
            amount: unitsFromWire(payment.amount),
            feeLimitSun: unitsFromWire(payment.feeLimitSun),
          },
  };
}

export type OrderInput = {
  readonly withdrawalId: WithdrawalId;
  readonly number: number;
  readonly to: TronAddress;
  readonly assetId: AssetId;
  readonly amount: Units;
  /** Undefined for TRX. */
  readonly contract: TronAddress | undefined;
  readonly feeLimitSun: Units;
  readonly window: Pick<SignerOrder, 'refBlock' | 'expirationMs' | 'timestampMs' | 'permissionId'>;
  /** Why the attempt before cannot pay any more. */
  readonly deathProof: DeathProof | null;
};

/** The typed order of one attempt. The memo stays with the records: on chain it would cost and be public. */
export function buildOrder(input: OrderInput): SignerOrder {
  const { to, contract, amount, feeLimitSun } = input;
  return {
    orderId: input.withdrawalId,
    attempt: input.number,
    payment:
      contract === undefined
        ? { kind: 'trx', to, amountSun: amount }
        : { kind: 'trc20', contract, to, amount, feeLimitSun },
    refBlock: input.window.refBlock,
    expirationMs: input.window.expirationMs,
    timestampMs: input.window.timestampMs,
    ...(input.window.permissionId === undefined ? {} : { permissionId: input.window.permissionId }),
    ...(input.deathProof === null ? {} : { deathProof: input.deathProof }),
  };
}

/** What the chain has to show for the attempt to count as paid. */
export function expectedPayment({ payment }: SignerOrder, owner: TronAddress): ExpectedPayment {
  return payment.kind === 'trx'
    ? { kind: 'trx', owner, to: payment.to, amount: payment.amountSun }
    : { kind: 'trc20', owner, to: payment.to, amount: payment.amount, contract: payment.contract };
}
