import type { helpersOf } from '@tern/installation/processes';
import type { RunOrder } from './run-order.ts';

export type NameToStart = 'inbox' | 'relay' | 'signer' | 'worker' | 'api' | 'console' | 'web pages' | 'console pages';

/** What starts after the database and the local chain, in this order. Without the API, its pages do not start either. Pure. */
export function namesToStart(
  { mode, withoutApi }: RunOrder,
  helpers: Pick<ReturnType<typeof helpersOf>, 'inbox' | 'relay'>,
): readonly NameToStart[] {
  const isFromSources = mode === 'from-sources';
  return [
    ...(helpers.inbox ? (['inbox'] as const) : []),
    ...(helpers.relay ? (['relay'] as const) : []),
    'signer',
    'worker',
    ...(withoutApi ? [] : (['api'] as const)),
    'console',
    ...(isFromSources && !withoutApi ? (['web pages'] as const) : []),
    ...(isFromSources ? (['console pages'] as const) : []),
  ];
}
