import type { QueryClient } from '@tanstack/react-query';
import { queryTopics } from '../../../shared/queries.ts';

/** After something about a site was decided here. */
export function readSitesAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [queryTopics.sites] });
}
