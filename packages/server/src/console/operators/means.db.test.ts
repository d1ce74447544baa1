import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { inviteOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: nobody enrols, changes or lets in an operator with what they can read, and whoever changes what operators sign in with is
// in the log, once. Method: columns and functions are read from the catalogue, so that a new one without its case fails here;
// every function that changes something is called with success, as the console's role, and its rows of the log are counted.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const hash = (secret: string | Buffer): Buffer => createHash('sha256').update(secret).digest();
const roles = ['tern_api', 'tern_worker', 'tern_console'] as const;
const said = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );

type Row = { readonly author: string | null; readonly kind: string; readonly subject: string };

/** What a call as the console's role answers, and the rows it left in the log. */
async function call(
  name: string,
  ...given: readonly unknown[]
): Promise<{ readonly answer: unknown; readonly left: readonly Row[] }> {
  const { rows: before } = await sql<{ seq: string }>`SELECT seq FROM operator_action_head`.execute(database.db.kysely);
  const values = given.map((value) => sql`${value}`);
  const { rows } = await sql<{ answer: unknown }>`
    SELECT ${sql.raw(name)}(${sql.join(values)}) AS answer`.execute(database.asConsole.kysely);
  const { rows: left } = await sql<Row>`
    SELECT o.name AS author, a.kind, a.subject FROM operator_actions a LEFT JOIN operators o ON o.id = a.operator_id
     WHERE a.seq > ${before[0]?.seq ?? 0} ORDER BY a.seq`.execute(database.db.kysely);
  return { answer: rows.length === 1 ? rows[0]?.answer : rows.map(({ answer }) => answer), left };
}

const json = (value: unknown) => JSON.stringify(value);
const idOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM operators WHERE name = ${name}`.execute(database.db.kysely);
  return rows[0]?.id ?? '';
};

/** A statement as its operator's passkey would have signed it: the database sees who signed what, not whether it is genuine. */
async function signed(name: string, action: string, content: unknown): Promise<string> {
  const { rows } = await sql<{ credential: Buffer }>`
    SELECT credential_id AS credential FROM operator_passkeys
     WHERE operator_id = ${await idOf(name)} AND ended_at IS NULL ORDER BY created_at`.execute(database.db.kysely);
  const assertion = { credentialId: rows[0]?.credential.toString('base64url'), signature: randomUUID() };
  return json({ signed: { statement: json({ action, content, operator: name }), assertion } });
}

const enrol = (token: string, code = '') =>
  call('enrol_operator_passkey', token, code, randomUUID(), randomBytes(16), randomBytes(8), 0, '{}', '{}');

describe('O03 who can read the hash of a token cannot spend it', () => {
  test('an invitation is used up by its token; its hash is neither read nor taken for it', async () => {
    const { link } = await inviteOperator(database.db, { name: 'zoe', role: 'viewer', consoleUrl: 'http://localhost' });
    const token = link.split('#')[1] ?? '';
    for (const column of ['token_hash', 'code_hash'])
      expect(
        await said(sql`SELECT ${sql.ref(column)} FROM operator_invitations`.execute(database.asConsole.kysely)),
      ).toMatch(/permission denied/);
    // Had it been read all the same, from a copy or a log.
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect((await enrol(hash(token).toString(form))).answer).toBe('over');
    expect((await enrol(token)).answer).toBe('enrolled');
    expect((await enrol(token)).answer).toBe('over');
  });

  test('who reads which hash of a secret is this and nothing more', async () => {
    const { rows } = await sql<{ reads: string }>`
      SELECT r.role || ' ' || c.relname || '.' || a.attname AS reads
        FROM unnest(ARRAY[${sql.join([...roles])}]) AS r (role)
        CROSS JOIN pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'bytea'::regtype
         AND a.attname ~ '_hash$' AND has_column_privilege(r.role, c.oid, a.attnum, 'SELECT')
       ORDER BY 1`.execute(database.db.kysely);
    // Of addresses, pictures, texts, browsers and published statements: nothing is spent by them.
    const harmless =
      /\.(target|content|external_id|request|agreed|user_agent|statement)_hash$|withdrawal_drafts\.hash$/;
    expect(rows.map(({ reads }) => reads).filter((reads) => !harmless.test(reads))).toEqual([
      // The api judges what people hold, by these; it writes their sessions itself and needs no token of theirs for it.
      'tern_api challenges.code_hash',
      'tern_api data_exports.token_hash',
      'tern_api devices.token_hash',
      'tern_api recovery_codes.code_hash',
      'tern_api security_stops.token_hash',
      'tern_api sessions.id_hash',
      // So does the console with the cookies of operators; a session is in the log, and signs nothing.
      'tern_console console_sessions.token_hash',
      // Keys of other systems: they move nothing, and two operators open each.
      'tern_console service_keys.secret_hash',
    ]);
  });

  test('no function takes a hash, but for those that open an invitation or keep a code', async () => {
    const { rows } = await sql<{ takes: string }>`
      SELECT DISTINCT p.proname || ' ' || argument AS takes
        FROM pg_proc p CROSS JOIN unnest(p.proargnames) AS argument CROSS JOIN unnest(ARRAY[${sql.join([...roles])}]) AS role
       WHERE p.pronamespace = 'public'::regnamespace AND argument ~ 'hash' AND has_function_privilege(role, p.oid, 'EXECUTE')
       ORDER BY 1`.execute(database.db.kysely);
    expect(rows.map(({ takes }) => takes)).toEqual([
      'decide_operator_change p_token_hash',
      'invite_founders p_first_hash',
      'invite_founders p_second_hash',
      'keep_custodian_code p_key_hash',
      'open_break_glass p_token_hash',
      'propose_operator_change p_code_hash',
    ]);
  });
});

describe('O06 what changes operators’ means leaves one row with author and subject', () => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = database;
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    database = fresh;
  });

  const keys = [randomBytes(32), randomBytes(32)] as const;
  const soon = () => new Date(Date.now() + 3_600_000);
  const note = 'for a test';

  async function proposed(content: { readonly kind: string; readonly name: string; readonly role?: string }) {
    const said = { ...content, note };
    const [id, code] = [randomUUID(), content.kind === 'invite' ? hash('CODE') : null];
    const scope = await signed('first', 'operators.propose', said);
    const { answer, left } = await call('propose_operator_change', id, await idOf('first'), json(said), code, scope);
    expect(answer).toBe('proposed');
    expect(left).toEqual([{ author: 'first', kind: 'operator-change-proposed', subject: id }]);
    return id;
  }

  async function decided(id: string, decision: 'carry-out' | 'withdraw', token = '') {
    const said = { id, decision };
    const scope = await signed('second', 'operators.decideChange', said);
    return call('decide_operator_change', await idOf('second'), json(said), hash(token), soon(), scope);
  }

  const changed = async (content: Parameters<typeof proposed>[0], kind: string, token?: string) => {
    const { answer, left } = await decided(await proposed(content), 'carry-out', token);
    expect(answer).toBe('done');
    expect(left).toEqual([{ author: 'second', kind, subject: await idOf(content.name) }]);
  };

  async function enrolled(token: string, name: string, code?: string) {
    const { answer, left } = await enrol(token, code);
    expect(answer).toBe('enrolled');
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM operator_passkeys WHERE operator_id = ${await idOf(name)}`.execute(database.db.kysely);
    expect(left).toEqual([{ author: name, kind: 'operator-passkey-added', subject: rows[0]?.id }]);
  }

  async function started(name: string): Promise<string> {
    const id = randomUUID();
    const { answer, left } = await call('start_break_glass', id, name, ...keys);
    expect(answer).toBe('started');
    expect(left).toEqual([{ author: name, kind: 'break-glass-started', subject: id }]);
    return id;
  }

  let secondKey = '';
  /** Every function that changes something, in an order in which each succeeds. */
  const walk: Readonly<Record<string, () => Promise<void>>> = {
    invite_founders: async () => {
      const { answer, left } = await call('invite_founders', hash('one'), hash('two'), soon());
      expect(answer).toEqual(['first', 'second']);
      expect(left).toEqual([
        { author: 'first', kind: 'operator-invited', subject: await idOf('first') },
        { author: 'second', kind: 'operator-invited', subject: await idOf('second') },
      ]);
    },
    enrol_operator_passkey: async () => {
      await enrolled('one', 'first');
      await enrolled('two', 'second');
    },
    propose_operator_change: async () => {
      const id = await proposed({ kind: 'invite', name: 'eve', role: 'viewer' });
      const { answer, left } = await decided(id, 'withdraw');
      expect(answer).toBe('withdrawn');
      expect(left).toEqual([{ author: 'second', kind: 'operator-change-withdrawn', subject: id }]);
    },
    decide_operator_change: async () => {
      await changed({ kind: 'invite', name: 'ben', role: 'viewer' }, 'operator-invited', 'three');
      await enrolled('three', 'ben', 'CODE');
      await changed({ kind: 'role', name: 'ben', role: 'reviewer' }, 'operator-role-changed');
      await changed({ kind: 'disable', name: 'ben' }, 'operator-disabled');
      await changed({ kind: 'enable', name: 'ben' }, 'operator-enabled');
    },
    add_operator_key: async () => {
      const ben = await idOf('ben');
      const { rows } = await sql<{ id: string }>`
        INSERT INTO console_sessions (id, operator_id, token_hash, passkey_id, ip, user_agent_hash, created_at, seen_at)
        SELECT ${randomUUID()}, operator_id, ${randomBytes(32)}, id, '127.0.0.1', ${randomBytes(32)}, now(), now()
          FROM operator_passkeys WHERE operator_id = ${ben} RETURNING id`.execute(database.db.kysely);
      expect(rows).toHaveLength(1);
      const [credentialId, publicKey] = [randomBytes(16).toString('base64url'), randomBytes(8).toString('base64url')];
      const said = { name: 'Second', credentialId, publicKey, signCount: 0, transports: [], isSyncable: false };
      const scope = await signed('ben', 'operators.addKey', said);
      const { answer, left } = await call('add_operator_key', (secondKey = randomUUID()), ben, json(said), scope);
      expect(answer).toBe('added');
      expect(left).toEqual([{ author: 'ben', kind: 'operator-key-added', subject: ben }]);
    },
    remove_operator_key: async () => {
      const [ben, said] = [await idOf('ben'), { id: secondKey }];
      const scope = await signed('ben', 'operators.removeKey', said);
      const { answer, left } = await call('remove_operator_key', ben, json(said), scope);
      expect(answer).toBe('removed');
      expect(left).toEqual([{ author: 'ben', kind: 'operator-key-removed', subject: ben }]);
    },
    keep_custodian_code: async () => {
      for (const [slot, name] of [
        [1, 'Nora'],
        [2, 'Otis'],
      ] as const) {
        const kept = await call('keep_custodian_code', name, randomBytes(16), hash(keys[slot - 1] ?? ''));
        expect(kept).toEqual({
          answer: slot,
          // Nobody has signed in on the machine.
          left: [{ author: null, kind: 'custodian-code-made', subject: name }],
        });
      }
      const third = await call('keep_custodian_code', 'Eve', randomBytes(16), hash('eve'));
      expect(third).toEqual({ answer: null, left: [] });
    },
    cancel_break_glass: async () => {
      const said = { id: await started('rescue'), note };
      const scope = await signed('ben', 'operators.cancelBreakGlass', said);
      const { answer, left } = await call('cancel_break_glass', await idOf('ben'), json(said), scope);
      expect(answer).toBe('cancelled');
      expect(left).toEqual([{ author: 'ben', kind: 'break-glass-cancelled', subject: said.id }]);
    },
    start_break_glass: async () => {
      await started('rescuer');
    },
    open_break_glass: async () => {
      const { rows } = await sql<{ id: string }>`
        UPDATE break_glass_requests SET started_at = started_at - interval '25 hours' WHERE ended_at IS NULL
        RETURNING id`.execute(database.db.kysely);
      const { answer, left } = await call('open_break_glass', ...keys, hash('four'), soon());
      expect(answer).toBe('opened');
      expect(left).toEqual([{ author: 'rescuer', kind: 'break-glass-opened', subject: rows[0]?.id }]);
      await enrolled('four', 'rescuer');
    },
  };

  test('every function that the console calls with the owner’s rights is walked', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT p.proname AS name FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.provolatile = 'v'
         AND p.prorettype <> 'trigger'::regtype AND has_function_privilege('tern_console', p.oid, 'EXECUTE')`.execute(
      database.db.kysely,
    );
    // These change nothing of operators: one locks a person's row, one follows the settings of the installation, one tells other
    // systems and one counts their calls.
    const others = ['is_person_active', 'begin_pool_schedule', 'emit_webhook_event', 'count_service_call'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(walk), ...others].toSorted());
  });

  test.each(Object.entries(walk))('%s', (_name, step) => step());

  test('only the making of a custodian’s code is in the log without an author', async () => {
    const write = (db: Database, kind: string) =>
      said(sql`INSERT INTO operator_actions (kind, subject) VALUES (${kind}, 'x')`.execute(db.kysely));
    expect(await write(database.asConsole, 'withdrawal-approved')).toMatch(/operator_actions_author_check/);
    expect(await write(database.asWorker, 'custodian-code-made')).toMatch(/permission denied/);
  });
});
