import { randomBytes, randomUUID } from 'node:crypto';
import { addOperator, inviteOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countBreakGlass, listBreakGlass } from '../../people/operators/public.ts';
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
  signed,
  signIn,
} from './testing/key-acts.ts';

// Goal: a thief who holds a key of an operator, or added one, cannot stop what ends it, and gains nothing lasting by it. Method: the
// functions are called as the console's role, with statements as the keys would have signed them.

const database = keysDatabase();

describe('O14 whoever is to be disabled, and a new key, stop nothing that protects the house', () => {
  test('no operator withdraws a proposal about themselves; others do, and it can be carried out', async () => {
    const [ada, ben, cleo] = [
      await operator('administrator'),
      await operator('administrator'),
      await operator('administrator'),
    ];
    const { id } = await propose(ada, ada.first, { kind: 'disable', name: ben.name });
    expect(await decide(ben, ben.first, id, 'withdraw')).toBe('about-yourself');
    expect(await decide(cleo, cleo.first, id, 'withdraw')).toBe('withdrawn');
    const again = await propose(ada, ada.first, { kind: 'disable', name: ben.name });
    expect(await decide(cleo, cleo.first, again.id)).toBe('done');
  });

  test('a new key ends no break-glass request, and the operator’s other key does', async () => {
    const by = await operator();
    const { key } = await add(by, 'New');
    const [id, rescuer] = [randomUUID(), await addOperator(database().db, { name: 'rescuer', role: 'administrator' })];
    await sql`INSERT INTO break_glass_requests (id, operator_id) VALUES (${id}, ${rescuer})`.execute(
      database().db.kysely,
    );
    const cancel = (withKey: Key) => {
      const content = { id, note: 'for a test' };
      return answer(sql<{ answer: string }>`
        SELECT cancel_break_glass(${by.id}, ${JSON.stringify(content)}::jsonb,
                                  ${signed(by, withKey, 'operators.cancelBreakGlass', content)}::jsonb) AS answer`);
    };
    expect(await cancel(key)).toBe('key-too-new');
    expect(await cancel(by.first)).toBe('cancelled');
  });

  test('disabling ends the keys that are new, and who is enabled decides about no money for three days', async () => {
    const [ada, ben] = [await operator('administrator'), await operator('administrator')];
    const by = await operator('administrator');
    const [older, newer] = [(await add(by, 'Older')).key, (await add(by, 'Newer')).key];
    await daysPass(older);
    const change = async (kind: string) => {
      const { id, outcome } = await propose(ada, ada.first, { kind, name: by.name });
      return outcome === 'proposed' ? decide(ben, ben.first, id) : outcome;
    };
    expect(await change('disable')).toBe('done');
    const { rows } = await sql<{ name: string | null; reason: string | null }>`
      SELECT name, end_reason AS reason FROM operator_passkeys WHERE operator_id = ${by.id} ORDER BY name NULLS FIRST`.execute(
      database().db.kysely,
    );
    expect(rows).toEqual([
      { name: null, reason: null },
      { name: 'Newer', reason: 'disabled' },
      { name: 'Older', reason: null },
    ]);
    // The keys a thief may hold are ended before.
    const bad = await propose(ada, ada.first, { kind: 'disable-key', name: by.name, key: older.id });
    expect(await decide(ben, ben.first, bad.id)).toBe('done');
    expect(await change('enable')).toBe('done');
    await expect(signIn(by.id, newer)).rejects.toThrow('a key that is over opens no session');
    await signIn(by.id, by.first);
    expect(await logged(by, 'withdrawal-approved', by.first)).toBe('this operator decides about no money yet');
    const { rows: waits } = await sql<{ hours: number }>`
      SELECT round(extract(epoch FROM decides_money_from - now()) / 3600)::int AS hours FROM operators
       WHERE id = ${by.id}`.execute(database().db.kysely);
    expect(waits).toEqual([{ hours: 72 }]);
  });

  test('who came in by break-glass long ago and is enabled again is not taken for somebody who comes in now', async () => {
    const by = await operator('administrator');
    await sql`
      INSERT INTO break_glass_requests (id, operator_id, started_at, opened_at, ended_at, end_reason)
      VALUES (${randomUUID()}, ${by.id}, now() - interval '44 days', now() - interval '42 days', now() - interval '40 days',
              'enrolled')`.execute(database().db.kysely);
    await sql`UPDATE operators SET decides_money_from = now() + interval '72 hours' WHERE id = ${by.id}`.execute(
      database().db.kysely,
    );
    expect(await countBreakGlass(database().asWorker.kysely)).toBe(0);
    const request = (await listBreakGlass(database().asConsole.kysely)).find(({ name }) => name === by.name);
    expect(Date.parse(request?.moneyFrom ?? '')).toBeLessThan(Date.now());
  });

  test('an operator whose last key ended with the disabling is not enabled: nobody could come back', async () => {
    const [ada, ben] = [await operator('administrator'), await operator('administrator')];
    const by = await operator();
    await add(by, 'Only new');
    const change = async (content: { readonly kind: string; key?: string }) => {
      const { id, outcome } = await propose(ada, ada.first, { ...content, name: by.name });
      return outcome === 'proposed' ? decide(ben, ben.first, id) : outcome;
    };
    expect(await change({ kind: 'disable-key', key: by.first.id })).toBe('done');
    expect(await change({ kind: 'disable' })).toBe('done');
    expect(await liveKeys(by)).toBe(0);
    expect(await change({ kind: 'enable' })).toBe('no-such-operator');
  });
});

describe('O14 a key is one key, whatever it is called', () => {
  test('a public key that an operator has or had is not enrolled again, under another credential', async () => {
    const by = await operator();
    const content = contentOf('Mine');
    const call = (said: object) =>
      answer(sql<{ answer: string }>`
        SELECT add_operator_key(${randomUUID()}, ${by.id}, ${JSON.stringify(said)}::jsonb,
                                ${signed(by, by.first, 'operators.addKey', said)}::jsonb) AS answer`);
    expect(await call(content)).toBe('added');
    const again = { ...contentOf('Again'), publicKey: content.publicKey };
    expect(await call(again)).toBe('known');
    await sql`UPDATE operator_passkeys SET ended_at = now(), end_reason = 'removed' WHERE name = 'Mine'`.execute(
      database().db.kysely,
    );
    expect(await call(again)).toBe('known');
    // Nor as the first key of an operator who was invited.
    const { link } = await inviteOperator(database().db, {
      name: 'guest',
      role: 'viewer',
      consoleUrl: 'http://localhost',
    });
    const enrol = (publicKey: Buffer) =>
      answer(sql<{ answer: string }>`
        SELECT enrol_operator_passkey(${link.split('#')[1]}, '', ${randomUUID()}, ${randomBytes(16)}, ${publicKey}, 0, '{}',
                                      '{}') AS answer`);
    expect(await enrol(Buffer.from(content.publicKey, 'base64url'))).toBe('known');
    expect(await enrol(randomBytes(8))).toBe('enrolled');
  });

  test('the log takes no row as signed by a key that its operator never had', async () => {
    const [by, other] = [await operator(), await operator()];
    const refused = 'no key of this operator has signed this';
    for (const key of [other.first, { id: randomUUID(), credential: randomBytes(16).toString('base64url') }])
      for (const kind of ['withdrawal-approved', 'person-noted']) expect(await logged(by, kind, key)).toBe(refused);
    expect(await logged(by, 'person-noted', by.first)).toBe('logged');
  });
});
