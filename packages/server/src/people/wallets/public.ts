export { openAffirmations, type AffirmAddresses, type Affirmations } from './affirm-addresses.ts';
export { openAddressFilter, type AddressFilter } from './address-filter.ts';
export { auditAddresses, type AuditAddressesDeps } from './audit-addresses.ts';
export { createFirstWallet } from './create-first-wallet.ts';
export { fillAddressPool, type FillAddressPoolDeps } from './fill-address-pool.ts';
export { getDefaultWallet } from './get-default-wallet.ts';
export { valueWallet, type FindPrice, type ValuedWallet, type WalletValues } from './value-wallet.ts';
export type { ReceiveSettings } from './get-receive-terms.ts';
export { getOverview } from './get-overview.ts';
export { getOwnWallet } from './get-own-wallet.ts';
export {
  selectShownAddresses as listShownAddresses,
  closeWallets,
  holdAllWallets,
  holdOpenWallet,
  holdOpenWallets,
  lockOpenWallets,
  selectAddressPlaces as listAddressPlaces,
  selectDisownedAmong as listDisownedAmong,
  selectOpenedAt as findWalletOpenedAt,
  selectOwnersAmong as listOwnersAmong,
  selectPooledAddress as findSealedAddress,
  selectPooledAmong as listPooledAmong,
  selectWalletByAddress as findWalletByAddress,
  selectWallets as listPersonWallets,
  selectWalletsOf as listWalletsOf,
  selectWalletsAmong as listWalletsAmong,
  type WalletOwner,
} from './wallet-store.ts';
export { findShownAddress, type PooledAddress, type Wallet } from './wallet.ts';
