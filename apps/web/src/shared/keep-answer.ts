import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Puts what a change answered in place of what was read before it. A reading still under way would bring back the state of before. */
export async function keepAnswer<Key extends QueryKey>(
  queries: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> {
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<InferDataFromTag<unknown, Key>>(queryKey, answer);
}
