import { randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { writeMessages } from '../../people/messages/public.ts';
import { lockDueAnnouncement, markTold, selectNextPeople } from './announcement-store.ts';

/**
 * Worker step: tells people what was announced, a batch in each transaction together with how far it has got, so that
 * everybody is told once whoever dies in between. Returns how many were told.
 */
export function deliverAnnouncements(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  return transact(db, async (tx) => {
    const due = await lockDueAnnouncement(tx);
    if (due === undefined) return 0;
    const people = await selectNextPeople(tx, due, limit);
    await writeMessages(
      tx,
      people.map((personId) => ({
        personId,
        about: 'announcement',
        event: 'announced',
        newsId: randomUUID(),
        announcementId: due.id,
      })),
    );
    await markTold(tx, due.id, people, people.length < limit);
    return people.length;
  });
}
