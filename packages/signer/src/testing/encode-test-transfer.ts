import { units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { buildTransfer } from '@tern/tron/build-transfer';
import { encodeRawTransaction } from '@tern/tron/encode-raw-transaction';
import { refBlock, startMs } from './signer-fixture.ts';

/** The raw bytes of a transfer of one TRX. */
export function encodeTestTransfer(owner: TronAddress, to: TronAddress): Uint8Array {
  const frame = { refBlock, expirationMs: startMs + 60_000, timestampMs: startMs };
  return encodeRawTransaction(buildTransfer({ owner, to, amountSun: units(1_000_000n), ...frame }));
}
