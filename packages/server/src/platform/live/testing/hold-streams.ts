/** A process for tests of the limit of streams: a hub, and readers that never leave by themselves. */
import type { PersonId } from '@tern/base/ids';
import { openDatabase } from '@tern/db/database';
import { openLiveHub } from '../live-hub.ts';

export type StreamOrder = { readonly open: { readonly personId: string; readonly count: number } } | 'count' | 'leave';
/** How many streams have not ended. */
export type StreamReport = { readonly open: number };

const url = process.argv[2] ?? '';
const db = openDatabase({ url, applicationName: 'api', poolMax: 5 });
const hub = await openLiveHub({ db, url, onError: () => undefined });
let leaving = new AbortController();
let open = 0;

async function read(personId: PersonId): Promise<void> {
  const stream = await hub.subscribe(personId, leaving.signal);
  open += 1;
  void (async () => {
    for await (const _event of stream);
    open -= 1;
  })();
}

process.on('message', (order: StreamOrder) => {
  void (async () => {
    if (order === 'leave') {
      leaving.abort();
      leaving = new AbortController();
    } else if (order !== 'count') {
      const { personId, count } = order.open;
      await Promise.all(Array.from({ length: count }, () => read(personId as PersonId)));
    }
    process.send?.({ open } satisfies StreamReport);
  })();
});
process.send?.({ open } satisfies StreamReport);
