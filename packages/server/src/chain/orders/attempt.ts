import { assert } from '@tern/base/assert';
import type { TronAddress } from '@tern/tron/address';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import type { ExpectedPayment } from '@tern/tron/judge-payment';
import { recoverSigner } from '@tern/tron/recover-signer';
import type { SignerOrder, TreasuryOrder as TreasuryStep } from '@tern/tron/signer-protocol';

/** What the signer is asked: a payment, or a step between accounts of the house. */
export type Question = SignerOrder | TreasuryStep;

export type SignedBytes = { readonly txId: string; readonly rawHex: string; readonly signatureHex: string };

/** One try to have an order carried out by the chain. */
export type Attempt = {
  readonly question: Question;
  /** Null until signed. */
  readonly signed: SignedBytes | null;
  /** The block it was last seen in. */
  readonly blockNumber: number | null;
};

export type SignedAttempt = Attempt & { readonly signed: SignedBytes };

export function isSigned<Given extends Attempt>(
  attempt: Given | undefined,
): attempt is Given & { readonly signed: SignedBytes } {
  return attempt !== undefined && attempt.signed !== null;
}

/** What the chain has to show for a payment of `owner` to count as made. */
export function expectedPayment({ payment }: SignerOrder, owner: TronAddress): ExpectedPayment {
  return payment.kind === 'trx'
    ? { kind: 'trx', owner, to: payment.to, amount: payment.amountSun }
    : { kind: 'trc20', owner, to: payment.to, amount: payment.amount, contract: payment.contract };
}

/**
 * What the chain has to show for an attempt that moves money; undefined for staking and delegating, which its id proves. Of a
 * payment what was ordered; of a step of the house what its bytes say, which were compared with the order when they were
 * signed: the cold address may have changed since.
 */
export function expectedMove({ question, signed }: SignedAttempt): ExpectedPayment | undefined {
  if ('payment' in question) return expectedPayment(question, ownerOf(signed));
  const raw = decodeAnyTransaction(Buffer.from(signed.rawHex, 'hex'));
  if (!('transfer' in raw)) return undefined;
  const { owner, to } = raw.transfer;
  return raw.transfer.kind === 'trx'
    ? { kind: 'trx', owner, to, amount: raw.transfer.amountSun }
    : { kind: 'trc20', owner, to, amount: raw.transfer.amount, contract: raw.transfer.contract };
}

function ownerOf(signed: SignedBytes): TronAddress {
  const owner = recoverSigner(signed);
  assert(owner !== undefined, `transaction ${signed.txId} carries a signature`);
  return owner;
}
