import type { PersonId } from '@tern/base/ids';
import { collectForCommit } from '@tern/db/after-commit';
import type { Database, DbReader } from '@tern/db/database';
import { sql, type RawBuilder } from 'kysely';

/** What the open screens of a person can be told to read again. */
export const topics = ['balances', 'records', 'messages', 'account', 'activities'] as const;
type Topic = (typeof topics)[number];

/** Something of a person that changed; `ref` is the id of the one thing, where it is one. */
export type Change = { readonly personId: PersonId; readonly topic: Topic; readonly ref?: string };

/**
 * Tells the open screens of people, in every process, what to read again: once the transaction has committed, each change
 * once, and nothing of a transaction that is rolled back.
 *
 * Not in the transaction itself: PostgreSQL lets those that notify commit one after the other, in the whole server, each
 * waiting for the disk and for the standby in turn. What is told after the commit waits for neither. If the process dies in
 * between, nobody is told, and a screen shows the change when it reads next.
 */
export async function notifyPeople(db: DbReader, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0 || collectForCommit(db, announce, changes)) return;
  await tell(db, changes);
}

/** Changes that leave in one statement; `told` resolves when they have. */
type Batch = { readonly changes: Change[]; readonly told: Promise<void>; readonly isTold: () => void };
type Announcer = { next: Batch | undefined; isBusy: boolean };

const announcers = new WeakMap<Database, Announcer>();

/** Longest that whoever has committed waits for the announcement, which goes on by itself. */
const patienceMs = 200;

/** One statement at a time for each process: what is committed meanwhile goes with the next one. */
async function announce(db: Database, changes: readonly Change[]): Promise<void> {
  const announcer = announcers.get(db) ?? { next: undefined, isBusy: false };
  announcers.set(db, announcer);
  const batch = (announcer.next ??= openBatch());
  batch.changes.push(...changes);
  if (!announcer.isBusy) void tellAll(db, announcer);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([batch.told, patience]);
  clearTimeout(timer);
}

function openBatch(): Batch {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { changes: [], told: promise, isTold: resolve };
}

async function tellAll(db: Database, announcer: Announcer): Promise<void> {
  announcer.isBusy = true;
  for (let batch = announcer.next; batch !== undefined; batch = announcer.next) {
    announcer.next = undefined;
    // Where the database is away: open screens read anew when its connection is back.
    await tellAfterwards(db, batch.changes).catch(() => undefined);
    batch.isTold();
  }
  announcer.isBusy = false;
}

/** Waits neither for the disk nor for a standby: there is nothing to keep. */
async function tellAfterwards({ kysely }: Database, changes: readonly Change[]): Promise<void> {
  await sql`
    WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    SELECT notify_person(person, topic, ref) FROM quick, ${rowsOf(changes)}`.execute(kysely);
}

async function tell(db: DbReader, changes: readonly Change[]): Promise<void> {
  await sql`SELECT notify_person(person, topic, ref) FROM ${rowsOf(changes)}`.execute(db);
}

function rowsOf(changes: readonly Change[]): RawBuilder<unknown> {
  return sql`unnest(
      ${changes.map(({ personId }) => personId)}::uuid[], ${changes.map(({ topic }) => topic)}::text[],
      ${changes.map(({ ref }) => ref ?? null)}::text[]
    ) AS change (person, topic, ref)`;
}
