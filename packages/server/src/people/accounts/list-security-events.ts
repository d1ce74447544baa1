import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { securityEventKind, type SecurityEventKind } from '@tern/contracts/security-event';
import type { DbReader } from '@tern/db/database';
import { readPage } from '../../platform/read-page.ts';
import { describeDevice } from './describe-device.ts';
import { listEventRows } from './security-event-store.ts';

export type SecurityEventView = {
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly at: string;
  readonly device: string | null;
  readonly ip: string | null;
};

// Single transfers are in the records.
const shown = securityEventKind.options;
const pageSize = 30;

/** The history of an account's security, the newest first, thirty at a time; `cursor` is what the page before gave. */
export async function listSecurityEvents(
  db: DbReader,
  { personId, cursor }: { readonly personId: PersonId; readonly cursor: string | undefined },
): Promise<{ readonly events: readonly SecurityEventView[]; readonly nextCursor: string | null }> {
  const { page, last } = await readPage(pageSize, (limit) =>
    listEventRows(db, { personId, kinds: shown, cursor, limit }),
  );
  return toWire({
    events: page.map(({ id, kind, at, userAgent, ip }) => ({
      id,
      kind,
      at,
      device: userAgent === null ? null : describeDevice(userAgent),
      ip,
    })),
    nextCursor: last?.id ?? null,
  });
}
