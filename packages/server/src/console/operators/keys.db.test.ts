import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  add,
  answer,
  contentOf,
  daysPass,
  decide,
  type Key,
  keysDatabase,
  liveKeys,
  logged,
  operator,
  propose,
  remove,
  signed,
  signIn,
} from './testing/key-acts.ts';

// Goal: whoever holds the console's connection and an operator's session adds no key and removes none that a key of the operator
// has not signed for, and what a new key signs about money counts three days later. Method: the functions are called as the
// console's role, with statements as the keys would have signed them, and what they refuse is read.

const database = keysDatabase();

const unsigned = 'no operator has signed this key';

describe('O14 a key is added by a key of the same operator alone', () => {
  test('what is kept is what was signed, and waits three days', async () => {
    const by = await operator();
    const content = contentOf('In the safe');
    const scope = signed(by, by.first, 'operators.addKey', content);
    const id = randomUUID();
    const call = () =>
      answer(sql<{ answer: string }>`
        SELECT add_operator_key(${id}, ${by.id}, ${JSON.stringify(content)}::jsonb, ${scope}::jsonb) AS answer`);
    expect(await call()).toBe('added');
    const { rows } = await sql<{ credential: Buffer; key: Buffer; hours: number; transports: string[] }>`
      SELECT credential_id AS credential, public_key AS key, transports,
             round(extract(epoch FROM decides_money_from - created_at) / 3600)::int AS hours
        FROM operator_passkeys WHERE id = ${id}`.execute(database().db.kysely);
    expect(rows[0]).toEqual({
      credential: Buffer.from(content.credentialId, 'base64url'),
      key: Buffer.from(content.publicKey, 'base64url'),
      hours: 72,
      transports: ['usb'],
    });
    // One signature adds one key.
    expect(await call()).toBe('key-name-used');
  });

  test('a session alone adds none: unsigned, for another key, by another operator’s or as another action it is refused', async () => {
    const by = await operator();
    const other = await operator();
    expect((await add(by, 'Mine', JSON.stringify({ request: randomUUID() }))).said).toBe(unsigned);
    expect((await add(by, 'Mine', signed(by, by.first, 'operators.addKey', contentOf('Another')))).said).toBe(unsigned);
    const content = contentOf('Mine');
    const call = (scope: string) =>
      answer(sql<{ answer: string }>`
        SELECT add_operator_key(${randomUUID()}, ${by.id}, ${JSON.stringify(content)}::jsonb, ${scope}::jsonb) AS answer`);
    expect(await call(signed(by, other.first, 'operators.addKey', content))).toBe(unsigned);
    expect(await call(signed(other, other.first, 'operators.addKey', content))).toBe(unsigned);
    expect(await call(signed(by, { credential: content.credentialId }, 'operators.addKey', content))).toBe(unsigned);
    expect(await call(signed(by, by.first, 'operators.removeKey', content))).toBe(unsigned);
    await sql`UPDATE operators SET disabled_at = now() WHERE id = ${by.id}`.execute(database().db.kysely);
    expect(await call(signed(by, by.first, 'operators.addKey', content))).toBe(unsigned);
    expect(await liveKeys(by)).toBe(1);
  });

  test('the session has to be fresh', async () => {
    expect((await add(await operator('viewer', 11), 'Late')).said).toBe('session-not-fresh');
    const out = await operator();
    await sql`UPDATE console_sessions SET ended_at = now(), end_reason = 'signed-out' WHERE operator_id = ${out.id}`.execute(
      database().db.kysely,
    );
    expect((await add(out, 'Signed out')).said).toBe('session-not-fresh');
  });

  test('three at most, each with a name of its own, and none that an operator has or had', async () => {
    const by = await operator();
    const second = await add(by, 'Second');
    expect(second.said).toBe('added');
    expect((await add(by, 'SECOND')).said).toBe('key-name-used');
    expect((await add(by, 'Third')).said).toBe('added');
    expect((await add(by, 'Fourth')).said).toBe('three-keys');
    expect(await remove(by, second.key, by.first)).toBe('removed');
    const again = { ...contentOf('Again'), credentialId: second.key.credential };
    expect(
      await answer(sql<{ answer: string }>`
        SELECT add_operator_key(${randomUUID()}, ${by.id}, ${JSON.stringify(again)}::jsonb,
                                ${signed(by, by.first, 'operators.addKey', again)}::jsonb) AS answer`),
    ).toBe('known');
    expect((await add(by, 'Fourth')).said).toBe('added');
    // Of many at once no more than there is room for.
    const busy = await operator();
    const said = await Promise.all(Array.from({ length: 6 }, (_, at) => add(busy, `Key ${at}`)));
    expect(said.map((each) => each.said).toSorted()).toEqual([
      ...['added', 'added'],
      ...Array.from({ length: 4 }, () => 'three-keys'),
    ]);
    expect(await liveKeys(busy)).toBe(3);
  });

  test.each(['', ' Key', 'Key\u202e\n', 'x'.repeat(41)])('a key is not called %j', async (name) => {
    expect((await add(await operator(), name)).said).toMatch(/operator_passkeys_name_check/);
  });
});

describe('O14 a new key decides about no money for three days', () => {
  test('neither what it signs nor what its session does is taken; afterwards both are, and others’ are all the time', async () => {
    const by = await operator();
    const { key } = await add(by, 'New');
    const refused = 'this key decides about no money yet';
    expect(await logged(by, 'withdrawal-approved', key)).toBe(refused);
    expect(await logged(by, 'withdrawal-approved', by.first)).toBe('logged');
    expect(await logged(by, 'entry-approved')).toBe('logged');
    await signIn(by.id, key);
    expect(await logged(by, 'entry-approved')).toBe(refused);
    expect(await logged(by, 'change-proposed', key)).toBe(refused);
    // What stops and protects counts at once.
    expect(await logged(by, 'flow-stopped', key)).toBe('logged');
    await daysPass(key);
    expect(await logged(by, 'withdrawal-approved', key)).toBe('logged');
    expect(await logged(by, 'entry-approved')).toBe('logged');
  });

  test('so long it adds no key, removes none and changes no operator', async () => {
    const by = await operator('administrator');
    const other = await operator();
    const { key } = await add(by, 'New');
    const content = contentOf('Third');
    const addByNew = () =>
      answer(sql<{ answer: string }>`
        SELECT add_operator_key(${randomUUID()}, ${by.id}, ${JSON.stringify(content)}::jsonb,
                                ${signed(by, key, 'operators.addKey', content)}::jsonb) AS answer`);
    expect(await addByNew()).toBe('key-too-new');
    expect(await remove(by, by.first, key)).toBe('key-too-new');
    expect((await propose(by, key, { kind: 'disable', name: other.name })).outcome).toBe('key-too-new');
    const second = await operator('administrator');
    const { id } = await propose(second, second.first, { kind: 'disable', name: other.name });
    expect(await decide(by, key, id)).toBe('key-too-new');
    // Nor does it take back what others proposed; what its operator proposed, it does.
    expect(await decide(by, key, id, 'withdraw')).toBe('key-too-new');
    expect(await decide(by, by.first, id, 'withdraw')).toBe('withdrawn');
    const own = await propose(by, by.first, { kind: 'disable', name: other.name });
    expect(await decide(by, key, own.id, 'withdraw')).toBe('withdrawn');
    await daysPass(key);
    expect(await addByNew()).toBe('added');
    expect(await remove(by, by.first, key)).toBe('removed');
  });
});

describe('O14 a key ends by another key of its operator, or by two administrators', () => {
  test('never the last one, nor by itself, nor another operator’s; what is over signs nothing and opens nothing', async () => {
    const by = await operator('administrator');
    const other = await operator();
    expect(await remove(by, by.first, by.first)).toBe('last-key');
    const { key } = await add(by, 'Second');
    expect(await remove(by, key, key)).toBe('signed-by-itself');
    expect(await remove(by, other.first, by.first)).toBe('key-over');
    await signIn(by.id, key);
    expect(await remove(by, key, by.first)).toBe('removed');
    const { rows } = await sql<{ open: number }>`
      SELECT count(*)::int AS open FROM console_sessions WHERE operator_id = ${by.id} AND ended_at IS NULL`.execute(
      database().db.kysely,
    );
    expect(rows).toEqual([{ open: 0 }]);
    await expect(signIn(by.id, key)).rejects.toThrow('a key that is over opens no session');
    expect(await logged(by, 'person-noted', key)).toBe('a key that is over signs nothing');
    expect((await propose(by, key, { kind: 'disable', name: other.name })).outcome).toBe(
      'no administrator has signed this proposal',
    );
    expect(await remove(by, key, by.first)).toBe('key-over');
    expect(await remove(by, by.first, by.first)).toBe('last-key');
  });

  test('a key that is used is removed by two administrators alone; one that is new, or lies unused for three days, at once', async () => {
    const by = await operator();
    const usedHoursAgo = (key: Key, hours: number) =>
      sql`UPDATE operator_passkeys SET used_at = now() - make_interval(hours => ${hours}) WHERE id = ${key.id}`.execute(
        database().db.kysely,
      );
    const [second, third] = [(await add(by, 'Second')).key, (await add(by, 'Third')).key];
    for (const key of [by.first, second, third]) await usedHoursAgo(key, 71);
    expect(await remove(by, third, by.first)).toBe('removed');
    await daysPass(second);
    // By the stolen one of the two keys.
    expect(await remove(by, second, by.first)).toBe('key-in-use');
    expect(await remove(by, by.first, second)).toBe('key-in-use');
    await usedHoursAgo(second, 73);
    expect(await remove(by, second, by.first)).toBe('removed');
  });

  test('two administrators disable a single key of a third, not the only one, and neither their own', async () => {
    const [ada, ben] = [await operator('administrator'), await operator('administrator')];
    const by = await operator();
    const about = (key: Key) => ({ kind: 'disable-key', name: by.name, key: key.id });
    expect((await propose(ada, ada.first, about(by.first))).outcome).toBe('last-key');
    const { key } = await add(by, 'Left behind');
    expect((await propose(ada, ada.first, about(ben.first))).outcome).toBe('key-over');
    expect((await propose(by, by.first, about(key))).outcome).toBe('no administrator has signed this proposal');
    const own = { kind: 'disable-key', name: ada.name, key: ada.first.id };
    expect((await propose(ada, ada.first, own)).outcome).toBe('about-yourself');
    const { id, outcome } = await propose(ada, ada.first, about(key));
    expect(outcome).toBe('proposed');
    expect(await decide(ada, ada.first, id)).toBe('proposed-by-you');
    await signIn(by.id, key);
    expect(await decide(ben, ben.first, id)).toBe('done');
    await expect(signIn(by.id, key)).rejects.toThrow('a key that is over opens no session');
    expect(await liveKeys(by)).toBe(1);
    const { rows } = await sql<{ kind: string; subject: string; key: string; by: string }>`
      SELECT a.kind, a.subject, a.details #>> '{key,name}' AS key, a.details ->> 'proposedBy' AS by
        FROM operator_actions a WHERE a.operator_id = ${ben.id} ORDER BY a.seq DESC LIMIT 1`.execute(
      database().db.kysely,
    );
    expect(rows).toEqual([{ kind: 'operator-key-disabled', subject: by.id, key: 'Left behind', by: ada.name }]);
    // The other key may have gone meanwhile.
    const third = await add(by, 'Third');
    expect(third.said).toBe('session-not-fresh');
    await signIn(by.id, by.first);
    const fourth = await add(by, 'Fourth');
    const late = await propose(ada, ada.first, about(by.first));
    expect(await remove(by, fourth.key, by.first)).toBe('removed');
    expect(await decide(ben, ben.first, late.id)).toBe('last-key');
  });
});
