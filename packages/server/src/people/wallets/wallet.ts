import type { PersonId, WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { WalletView } from '@tern/contracts/routes/wallets';
import type { TronAddress } from '@tern/tron/address';
import { isVisibleText, readLine } from '../../platform/visible-text.ts';

export type Wallet = {
  readonly id: WalletId;
  readonly personId: PersonId;
  readonly name: string;
  readonly address: TronAddress;
  readonly isDefault: boolean;
  /** Asked for by the person: left out of choices while nothing is in it. */
  readonly hideWhenEmpty: boolean;
  /** False once the signer has disowned the address: it must not be shown any more. */
  readonly trusted: boolean;
};

/** One address of the pool, as the signer made it. */
export type PooledAddress = { readonly index: number; readonly address: TronAddress; readonly mac: string };

/** Throws `UNAVAILABLE` for an address the signer has disowned: money sent there would be lost. */
export function renderWallet({ id, name, address, isDefault, hideWhenEmpty, trusted }: Wallet): WalletView {
  if (!trusted) throw problem('UNAVAILABLE');
  return { id, name, address, isDefault, hideWhenEmpty };
}

/** Most wallets a person can have; each uses up an address for good. */
export const walletsMax = 10;

const nameMaxLength = 40;

/** A wallet's name as it is kept. Throws `WALLET_NAME_INVALID` when nothing of it, or too much, can be seen. */
export function readWalletName(typed: string): string {
  const name = readLine(typed);
  if (name === '' || [...name].length > nameMaxLength || !isVisibleText(name)) throw problem('WALLET_NAME_INVALID');
  return name;
}
