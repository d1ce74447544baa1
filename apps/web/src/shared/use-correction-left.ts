import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preferencesQuery } from './preference-queries.ts';
import { useCountdown } from './use-countdown.ts';

/** Seconds in which the declared country can still be corrected, by the server's clock; undefined where it cannot be. */
export function useCorrectionLeft(): number | undefined {
  const queries = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(preferencesQuery);
  const seconds = data?.countryCorrectionSecondsLeft ?? null;
  // One second more, so that it is over on the server when it is over here.
  const left = useCountdown(seconds === null ? null : dataUpdatedAt + (seconds + 1) * 1000);
  const isOver = seconds !== null && left === 0;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: preferencesQuery.queryKey });
  }, [isOver, dataUpdatedAt, queries]);
  return left === 0 ? undefined : Math.max(1, left - 1);
}
