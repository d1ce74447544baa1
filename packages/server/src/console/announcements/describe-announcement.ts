import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { AnnouncementDecision } from '@tern/contracts/routes/console-announcements';
import type { Database } from '@tern/db/database';
import { nameOperators, type Decision } from '../access/public.ts';
import { findAnnouncement, selectNumbersOf } from './announcement-store.ts';

/** Releasing or withdrawing an announcement as it is signed: every text of it, for whom, from when on. Throws `NOT_FOUND`. */
export async function describeAnnouncement(db: Database, said: AnnouncementDecision): Promise<Decision> {
  const found = await findAnnouncement(db.kysely, said.id);
  if (found === undefined) throw problem('NOT_FOUND');
  const { texts, personIds, sendAt, writtenBy } = found;
  const nameOf = await nameOperators(db);
  const audience = personIds === null ? 'everybody' : (await selectNumbersOf(db.kysely, personIds)).join(', ');
  return toWire({
    action: 'announcements.decideAnnouncement',
    content: said,
    facts: {
      asset: { none: 'no-money' },
      amount: { none: 'no-money' },
      about: [{ as: 'audience', name: audience }],
      author: { by: 'operator', name: nameOf(writtenBy) },
      reason: { none: 'not-asked' },
      earlier: { none: 'one-decides' },
      details: [
        { name: 'send-at', at: sendAt },
        ...Object.entries(texts).map(([language, { title, body }]) => ({
          name: 'text' as const,
          text: `${language}: ${title}\n${body}`,
        })),
      ],
    },
  });
}
