import { randomUUID } from 'node:crypto';
import { newId, type PersonId } from '@tern/base/ids';
import { DomainError, problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRequestLane, type RequestLane } from './open-request-lane.ts';
import type { IdempotentRequest } from './run-idempotent.ts';

// Goal: each request is done once or refused, whatever becomes of the set it was in. Method: work that leaves a row for
// each time it was done, sets that break before and after their commit.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`CREATE TABLE done (word text NOT NULL)`.execute(database.db.kysely);
  await sql`GRANT SELECT, INSERT ON done TO tern_api`.execute(database.db.kysely);
});
afterAll(() => database.drop());

type Item = { readonly request: IdempotentRequest; readonly word: string };
type Reply = { readonly did: string };

function item(word: string): Item {
  const id = randomUUID();
  return { word, request: { personId: newId<PersonId>(), key: id, request: { word } } };
}

function open(db: Database = database.asApi): RequestLane<Item, Reply> & { readonly sets: string[] } {
  const sets: string[] = [];
  const lane = openRequestLane<Item, Reply>({
    db,
    keyOf: ({ request }) => request.personId,
    work: async (tx, fresh) => {
      sets.push(fresh.map(({ word }) => word).join('+'));
      const open = fresh.filter(({ word }) => !word.startsWith('refused'));
      await sql`INSERT INTO done SELECT unnest(${open.map(({ word }) => word)}::text[])`.execute(tx);
      if (fresh.some(({ word }) => word.startsWith('broken'))) throw new Error('broken');
      return fresh.map(({ word }) => (word.startsWith('refused') ? problem('QUOTE_EXPIRED') : { did: word }));
    },
  });
  return { ...lane, sets };
}

async function outcomes(lane: RequestLane<Item, Reply>, items: readonly Item[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(items.map((each) => lane.submit(each)));
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value.did;
    return each.reason instanceof DomainError ? each.reason.code : String(each.reason);
  });
}

async function timesDone(word: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM done WHERE word = ${word}`.execute(database.db.kysely);
  return rows[0]?.count ?? -1;
}

/** A database whose next commit is done and whose answer is lost. */
function losingOneAnswer(db: Database): Database {
  let left = 1;
  const lose = async (work: Promise<unknown>): Promise<unknown> => {
    const result = await work;
    if (left-- > 0) throw new Error('the connection is gone');
    return result;
  };
  const kysely = new Proxy(db.kysely, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name, target) as unknown;
      return () => ({
        execute: (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) =>
          lose(target.transaction().execute(work)),
      });
    },
  });
  return { ...db, kysely };
}

test('M02 what comes at one moment is one set, and the same requests again get the same replies', async () => {
  const lane = open();
  const items = [item('one'), item('two'), item('three')];
  expect(await outcomes(lane, items)).toEqual(['one', 'two', 'three']);
  expect(await outcomes(lane, items)).toEqual(['one', 'two', 'three']);
  expect(lane.sets).toEqual(['one+two+three']);
  expect(await timesDone('two')).toBe(1);
});

test('M02 a refusal leaves no reply: the same request is judged anew', async () => {
  const lane = open();
  const refused = item('refused');
  const [, first] = await outcomes(lane, [item('beside'), refused]);
  expect(first).toBe('QUOTE_EXPIRED');
  await outcomes(lane, [refused]);
  expect(lane.sets).toEqual(['beside+refused', 'refused']);
});

test('M02 a key that was used for something else is refused, within a set too', async () => {
  const lane = open();
  const used = item('used');
  await outcomes(lane, [used]);
  const other = { word: 'other', request: { ...used.request, request: { word: 'other' } } };
  const [first, second] = await outcomes(lane, [item('beside'), other]);
  expect(first).toBe('beside');
  expect(second).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await timesDone('other')).toBe(0);
});

test('M02 a set that breaks before its commit is done one by one, and only the culprit fails', async () => {
  const lane = open();
  expect(await outcomes(lane, [item('left'), item('broken'), item('right')])).toEqual([
    'left',
    'Error: broken',
    'right',
  ]);
  expect(lane.sets).toEqual(['left+broken+right', 'left', 'broken', 'right']);
  expect([await timesDone('left'), await timesDone('broken'), await timesDone('right')]).toEqual([1, 0, 1]);
});

test.each([['one'], ['several']])(
  'M02 after a commit of %s whose answer is lost everybody gets the error, nothing is repeated, and asking again tells',
  async (size) => {
    const lane = open(losingOneAnswer(database.asApi));
    const items = size === 'one' ? [item('lost one')] : [item('lost first'), item('lost second'), item('lost third')];
    expect(await outcomes(lane, items)).toEqual(items.map(() => 'Error: the connection is gone'));
    expect(lane.sets).toHaveLength(1);
    expect(await outcomes(lane, items)).toEqual(items.map(({ word }) => word));
    expect(lane.sets).toHaveLength(1);
    for (const { word } of items) expect(await timesDone(word)).toBe(1);
  },
);
