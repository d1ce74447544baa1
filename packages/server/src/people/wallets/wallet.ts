import type { PersonId, WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { WalletView } from '@tern/contracts/routes/wallets';
import type { TronAddress } from '@tern/tron/address';
import { isVisibleText, readLine } from '../../platform/visible-text.ts';

export type Wallet = {
  readonly id: WalletId;
  readonly personId: PersonId;
  readonly name: string;
  /** The row's, to find the wallet by; people are shown `findShownAddress`. */
  readonly address: TronAddress;
  readonly isDefault: boolean;
  /** Asked for by the person: left out of choices while nothing is in it. */
  readonly hideWhenEmpty: boolean;
  /** False once the signer has disowned the address: it must not be shown any more. */
  readonly trusted: boolean;
};

/** One address of the pool, as the signer made it. */
export type PooledAddress = { readonly index: number; readonly address: TronAddress; readonly mac: string };

/** The address people may see and send to; null where the signer has disowned it: money sent there could be lost. */
export function findShownAddress({ address, trusted }: Pick<Wallet, 'address' | 'trusted'>): TronAddress | null {
  return trusted ? address : null;
}

export function renderWallet(wallet: Wallet): WalletView {
  const { id, name, isDefault, hideWhenEmpty } = wallet;
  return { id, name, address: findShownAddress(wallet), isDefault, hideWhenEmpty };
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
