import { toWire } from '@tern/base/to-wire';
import type { KeysView, ServiceCallView } from '@tern/contracts/routes/console-keys';
import type { Database } from '@tern/db/database';
import { selectCalls, selectKeyUses } from './call-store.ts';
import { selectKeys } from './key-store.ts';
import { stateOf } from './service-key.ts';

/** Every key, what it may do and how it is used; nothing of its secret. */
export async function showKeys(db: Database, { now }: { readonly now: Date }): Promise<KeysView> {
  const [keys, uses] = await Promise.all([selectKeys(db.kysely), selectKeyUses(db.kysely)]);
  return toWire({
    keys: keys.map((key) => {
      const use = uses.find(({ keyId }) => keyId === key.id);
      const { id, name, scopes, addresses, openedAt, expiresAt, revokedAt } = key;
      return {
        id,
        name,
        scopes: [...scopes],
        addresses: [...addresses],
        state: stateOf(key, now),
        openedAt,
        expiresAt,
        revokedAt,
        lastUsed:
          use === undefined || use.lastAt === null || use.lastAddress === null
            ? null
            : { at: use.lastAt, address: use.lastAddress },
        answered: Number(use?.answered ?? 0),
        refused: Number(use?.refused ?? 0),
      };
    }),
  });
}

const pageDays = 14;

/** The calls by one key, a fortnight with calls at a time, newest day first. */
export async function listCalls(
  db: Database,
  { keyId, before }: { readonly keyId: string; readonly before?: string | undefined },
): Promise<{ calls: ServiceCallView[]; next: string | null }> {
  const rows = await selectCalls(db.kysely, { keyId, before, days: pageDays + 1 });
  const days = [...new Set(rows.map(({ day }) => day))];
  const shown = new Set(days.slice(0, pageDays));
  return toWire({
    calls: rows.filter(({ day }) => shown.has(day)).map(({ calls, ...row }) => ({ ...row, calls: Number(calls) })),
    next: days.length > pageDays ? (days[pageDays - 1] ?? null) : null,
  });
}
