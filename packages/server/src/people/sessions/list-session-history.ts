import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { DbReader } from '@tern/db/database';
import { readPage } from '../../platform/read-page.ts';
import { describeDevice } from '../accounts/public.ts';
import { listPastSessions } from './session-store.ts';

export type PastSessionView = {
  readonly device: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly proofs: readonly string[];
  readonly createdAt: string;
  readonly seenAt: string;
  readonly endedAt: string | null;
  readonly rememberedUntil: string;
};

const pageSize = 100;

/** Every sign-in of a person with its device, the newest first, a hundred at a time; `cursor` is what the page before gave. */
export async function listSessionHistory(
  db: DbReader,
  { personId, cursor }: { readonly personId: PersonId; readonly cursor: string | undefined },
): Promise<{ readonly sessions: readonly PastSessionView[]; readonly nextCursor: string | null }> {
  const { page, last } = await readPage(pageSize, (limit) => listPastSessions(db, { personId, cursor, limit }));
  return toWire({
    sessions: page.map(({ id: _id, ...row }) => ({ ...row, device: describeDevice(row.userAgent) })),
    nextCursor: last?.id ?? null,
  });
}
