import { useQuery } from '@tanstack/react-query';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import { walletsQuery } from '../../../shared/wallet-queries.ts';

/** One of the person's wallets; nothing until they are known. */
export function useWallet(walletId: string): ListedWallet | undefined {
  return useQuery(walletsQuery).data?.wallets.find(({ id }) => id === walletId);
}
