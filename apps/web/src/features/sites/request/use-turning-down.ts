import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { readSitesAgain } from '../shared/read-sites-again.ts';

/** Turns a request down; with `pays` the site is told that the person may pay it by a transfer, and `goToPay` leads there. */
export function useTurningDown(id: string, goToPay?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ pays = false }: { pays?: boolean }) => api.walletConnections.rejectRequest({ id, pays }),
    onSuccess: (_, { pays }) => {
      if (pays === true) goToPay?.();
    },
    onSettled: () => readSitesAgain(queries),
  });
}
