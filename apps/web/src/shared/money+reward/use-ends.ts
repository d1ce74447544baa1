import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Unsure } from './use-unsure.ts';

/**
 * What follows the verification of a form, however it ends: `touched` are the queries whose answers it may have changed,
 * `madePath` leads to what was made.
 */
export function useEnds(
  { forget }: { forget: () => void },
  unsure: Unsure,
  { touched, madePath }: { touched: readonly string[]; madePath: string },
) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  function readAgain() {
    for (const topic of touched) void queries.invalidateQueries({ queryKey: [topic] });
  }
  return {
    onUnsure(isUnsure: boolean) {
      // A reload must not find the same filled in.
      if (isUnsure) forget();
      unsure.mark(isUnsure);
    },
    onLeftUnsure() {
      readAgain();
      unsure.beginAnew();
    },
    onDone({ id }: { id: string }) {
      forget();
      readAgain();
      void navigate(`${madePath}?${new URLSearchParams({ id })}`, { replace: true });
    },
  };
}
