import type { WithdrawalId } from '@tern/base/ids';
import type { Units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import type { DeathProof, SignerOrder } from '@tern/tron/signer-protocol';
import type { Attempt } from '../../chain/orders/public.ts';

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

export type AttemptKey = { readonly withdrawalId: WithdrawalId; readonly number: number };

export type PayoutAttempt = Attempt & AttemptKey & { readonly state: AttemptState };

export function keyOf(id: WithdrawalId, { question }: Pick<Attempt, 'question'>): AttemptKey {
  return { withdrawalId: id, number: question.attempt };
}

export type OrderInput = {
  readonly withdrawalId: WithdrawalId;
  readonly number: number;
  readonly to: TronAddress;
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
