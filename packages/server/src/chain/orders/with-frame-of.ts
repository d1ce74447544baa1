import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import type { Question } from './attempt.ts';

/** What the signer had signed before, for a product that has forgotten it, has the frame and fee limit of then. */
export function withFrameOf({ readBack, rawHex }: SignedOrder, question: Question): Question {
  if (readBack === undefined) return question;
  const { refBlock, expirationMs, timestampMs, permissionId } = readBack;
  const { feeLimitSun } = decodeAnyTransaction(Buffer.from(rawHex, 'hex'));
  const permission = permissionId === undefined ? {} : { permissionId };
  const frame = { refBlock, expirationMs, timestampMs, ...permission };
  const { permissionId: _asked, ...asked } = question;
  if ('payment' in asked) {
    const { payment } = asked;
    return { ...asked, payment: payment.kind === 'trc20' ? { ...payment, feeLimitSun } : payment, ...frame };
  }
  const { action } = asked;
  const then =
    'move' in action && action.move.kind === 'trc20' ? { ...action, move: { ...action.move, feeLimitSun } } : action;
  return { ...asked, action: then, ...frame };
}
