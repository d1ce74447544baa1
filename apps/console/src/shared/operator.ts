import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export const operatorQuery = { queryKey: ['me'], queryFn: () => api.access.me(), staleTime: 60_000 };

/** The signed-in operator; only inside the shell, which opens with one. */
export function useOperator() {
  return useSuspenseQuery(operatorQuery).data;
}

/** What each coin is called; its id where the installation does not know it. */
export function useSymbolOf(): (assetId: string) => string {
  const { assets } = useOperator();
  return (assetId) => assets.find(({ id }) => id === assetId)?.symbol ?? assetId;
}
