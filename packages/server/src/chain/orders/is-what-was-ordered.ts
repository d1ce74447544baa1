import { isDeepStrictEqual } from 'node:util';
import type { TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { recoverSigner } from '@tern/tron/recover-signer';
import type { SignerOrder } from '@tern/tron/signer-protocol';
import type { TokenTransfer, TrxTransfer } from '@tern/tron/transaction';
import { transactionId } from '@tern/tron/transaction-id';
import type { SignedBytes } from './attempt.ts';
import type { OrderedBytes } from './order-policy.ts';

/** Reads the bytes as the chain will: exactly what was ordered, until then, signed by the one it is taken from. */
export function isWhatWasOrdered(
  signed: SignedBytes,
  { does, owner, memo }: OrderedBytes,
  expirationMs: number,
): boolean {
  const bytes = Buffer.from(signed.rawHex, 'hex');
  const raw = decodeAnyTransaction(bytes);
  const done = 'transfer' in raw ? raw.transfer : 'staking' in raw ? raw.staking : raw.permission;
  return (
    transactionId(bytes) === signed.txId &&
    isDeepStrictEqual(done, does) &&
    (memo === undefined || ('memo' in raw && raw.memo === memo)) &&
    raw.expirationMs === expirationMs &&
    recoverSigner(signed) === owner
  );
}

/** What the bytes of a payment do. */
export function transferOf({ payment }: SignerOrder, owner: TronAddress): TrxTransfer | TokenTransfer {
  const { to } = payment;
  return payment.kind === 'trx'
    ? { kind: 'trx', owner, to, amountSun: payment.amountSun }
    : { kind: 'trc20', owner, contract: payment.contract, to, amount: payment.amount };
}
