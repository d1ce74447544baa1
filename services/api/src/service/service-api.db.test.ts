import { randomBytes, randomUUID } from 'node:crypto';
import type { KeysView, ServiceCallView } from '@tern/contracts/routes/console-keys';
import { serviceScope } from '@tern/contracts/service-key';
import { callsPerMinute, refusalsPerMinute } from '@tern/server/console/service/public';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, type OperatorBrowser, type TestConsole } from '../console/testing/test-console.ts';
import { serviceAccess } from './service-access.ts';
import { decideByTwo, keyContent, openKey } from './testing/open-key.ts';
import { openTestService, serviceRoutes, type TestService } from './testing/open-service.ts';

// Goal: another system reads what its key allows and nothing more, from its addresses, until two administrators or time end it; and
// who asked for what is kept. Method: the console's process on a port of its own, asked over HTTP by a client that knows the page
// of the service API and nothing else.

let service: TestService;
let console: TestConsole;
let ada: OperatorBrowser;
let ben: OperatorBrowser;
let tom: OperatorBrowser;
let origin: string;
let both: TestService['both'];
let client: TestService['client'];
beforeAll(async () => {
  service = await openTestService();
  ({ console, both, origin, client, treasurer: tom } = service);
  [ada, ben] = both;
});
afterAll(() => service.close());
beforeEach(() => sql`DELETE FROM rate_windows`.execute(service.database.db.kysely));
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

const keys = async (): Promise<KeysView['keys']> => (await tom.get('/keys')).json<KeysView>().keys;
const callsOf = async (keyId: string): Promise<readonly [string, string, number][]> =>
  (await tom.get(`/keys/calls?keyId=${keyId}`))
    .json<{ calls: ServiceCallView[] }>()
    .calls.map(({ route, outcome, calls }) => [route, outcome, calls]);
const askProposal = async (by: OperatorBrowser, content: object): Promise<string> =>
  outcomeOf(await by.post('/changes/question', { content, note: 'Asked for by its team' }));

/** Every route with something that it can be asked for. */
const paths = serviceRoutes.map(({ name, method, path }) => ({
  name,
  method,
  path: path
    .replace('/journals/{id}', '/journals/1')
    .replace('{source}', 'record')
    .replace('{number}', '30000099')
    .replace('{id}', randomUUID()),
}));

describe('a key', () => {
  test('O01 is opened by two administrators, its token is shown to the second once, and kept nowhere', async () => {
    expect(await askProposal(tom, keyContent())).toBe('ROLE_MISSING');
    const content = keyContent({ name: 'Ledger' });
    const signed = await ada.sign('/changes/question', { content, note: 'For the auditor' });
    const { id } = (await ada.post('/changes', signed)).json<{ id: string }>();
    const decision = { id, decision: 'carry-out' };
    expect(outcomeOf(await tom.post('/changes/decision/question', decision))).toBe('ROLE_MISSING');
    const own = await ada.post('/changes/decision', await ada.sign('/changes/decision/question', decision));
    expect(own.json()).toMatchObject({ data: { reason: 'proposed-by-you' } });
    await ada.signIn();
    const done = await ben.post('/changes/decision', await ben.sign('/changes/decision/question', decision));
    const { secret } = done.json<{ secret: string }>();
    expect(secret).toMatch(/^svc_[0-9a-f]{32}_[\w-]{43}$/);
    expect((await client(secret).get('/transactions')).outcome).toBe('answered');
    expect((await keys()).find((key) => key.id === id)).toMatchObject({ name: 'Ledger', state: 'active', answered: 1 });
    const random = secret.split('_').slice(2).join('_');
    for (const answer of [await tom.get('/keys'), await ada.get('/changes'), await ada.get(`/log?subject=${id}`)])
      expect(answer.body).not.toContain(random);
    const { rows } = await sql<{ text: string }>`
      SELECT k::text AS text FROM service_keys k UNION ALL SELECT a::text FROM operator_actions a
      UNION ALL SELECT h::text FROM house_changes h`.execute(service.database.db.kysely);
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(random);
    expect(await askProposal(ada, content)).toBe('key-name-taken');
  });

  test('is changed and revoked by two; both count at once, and what was revoked stays so', async () => {
    const { id, token } = await openKey(both, { name: 'Reader' });
    expect((await client(token).get('/transactions')).outcome).toBe('answered');
    const { kind: _kind, days: _days, ...granted } = keyContent({ name: 'Reader', addresses: ['192.0.2.0/24'] });
    await decideByTwo(both, { kind: 'key-change', keyId: id, ...granted });
    expect(await client(token).get('/transactions')).toMatchObject({ status: 403, outcome: 'SERVICE_ADDRESS_REFUSED' });
    await decideByTwo(both, { kind: 'key-change', keyId: id, ...granted, addresses: ['127.0.0.1/32'] });
    expect((await client(token).get('/transactions')).outcome).toBe('answered');
    await decideByTwo(both, { kind: 'key-revoke', keyId: id, name: 'Reader' });
    expect(await client(token).get('/transactions')).toMatchObject({ status: 401, outcome: 'SERVICE_KEY_REFUSED' });
    expect((await keys()).find((key) => key.id === id)).toMatchObject({ state: 'revoked' });
    expect(await askProposal(ada, { kind: 'key-revoke', keyId: id, name: 'Reader' })).toBe('key-revoked');
    expect(await askProposal(ada, { kind: 'key-revoke', keyId: randomUUID(), name: 'Reader' })).toBe('no-such-key');
    // Its name is free again.
    expect((await openKey(both, { name: 'Reader' })).token).not.toBe(token);
  });

  test('ends by itself after its days, to the second', async () => {
    const { id, token } = await openKey(both, { days: 30 });
    const { expiresAt = '' } = (await keys()).find((key) => key.id === id) ?? {};
    const leftMs = Date.parse(expiresAt) - console.clock.nowMs();
    console.clock.advance(leftMs - 1_000);
    expect((await client(token).get('/transactions')).outcome).toBe('answered');
    console.clock.advance(1_000);
    expect((await client(token).get('/transactions')).outcome).toBe('SERVICE_KEY_REFUSED');
    console.clock.advance(-leftMs);
    for (const operator of both) await operator.signIn();
    await tom.signIn();
  });

  test.each([
    ['no network', ['10.0.0.1/8']],
    ['too wide', ['0.0.0.0/0']],
    ['too wide', ['2001::/16']],
    ['twice', ['192.0.2.1/32', '192.0.2.1/32']],
    ['no address', ['example.org']],
    ['an address alone', ['192.0.2.1']],
    ['none', []],
    ['an IPv4 address in an IPv6 one', ['::ffff:10.0.0.0/104']],
  ])('cannot be proposed with addresses that are %s', async (_, addresses) => {
    expect(await askProposal(ada, keyContent({ addresses }))).toBe('INPUT_INVALID');
  });

  test.each([{ scopes: [] }, { scopes: ['money:move'] }, { days: 31 }, { days: 3_650 }, { name: 'x' }])(
    'cannot be proposed with %o',
    async (wish) => {
      expect(await askProposal(ada, keyContent(wish))).toBe('INPUT_INVALID');
    },
  );
});

describe('a call', () => {
  test.each(paths)('O03 of $name is answered with its scope, and with no other', async ({ name, method, path }) => {
    const needed = serviceAccess[name];
    for (const scope of serviceScope.options) {
      const { token } = await openKey(both, { scopes: [scope] });
      const { outcome } = await (method === 'GET' ? client(token).get(path) : client(token).post(path, {}));
      if (scope === needed) expect(method === 'GET' ? ['answered', 'NOT_FOUND'] : ['INPUT_INVALID']).toContain(outcome);
      else expect(outcome).toBe('SERVICE_SCOPE_MISSING');
    }
  });

  test('without a key, with a guessed one and with one of another shape is refused alike', async () => {
    const { token } = await openKey(both);
    const [prefix, id, secret = ''] = token.split(/_(?=[0-9a-f]{32})|(?<=_[0-9a-f]{32})_/);
    const guesses = [
      undefined,
      'none',
      `${prefix}_${id}_${randomBytes(32).toString('base64url')}`,
      `${prefix}_${randomUUID().replaceAll('-', '')}_${secret}`,
      `${prefix}_${id}_`,
      `${token}x`,
      token.toUpperCase(),
      'svc_%00',
      'a'.repeat(5_000),
    ];
    const answers = new Set<string>();
    for (const guess of guesses) {
      const { status, body } = await client(guess).get('/transactions');
      expect({ status, body }, String(guess)).toMatchObject({ status: 401, body: { code: 'SERVICE_KEY_REFUSED' } });
      answers.add(JSON.stringify(body));
    }
    expect(answers.size).toBe(1);
    // Nor does a path that is none tell a stranger so, or an operator's session open anything here.
    expect((await client('none').get('/nothing')).outcome).toBe('SERVICE_KEY_REFUSED');
    const asOperator = await fetch(`${origin}/service/v1/transactions`, {
      headers: { cookie: `console=${ada.cookie}` },
    });
    expect(asOperator.status).toBe(401);
    // A key opens nothing of the console.
    const asKey = await fetch(`${origin}/console/api/keys`, { headers: { authorization: `Bearer ${token}` } });
    expect(asKey.status).toBe(401);
  });

  test('from an address that is not the key’s is refused, says which address that is, and uses up nothing of the key', async () => {
    const { id, token } = await openKey(both, { addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    const refused = await client(token).get('/transactions');
    expect(refused).toMatchObject({
      status: 403,
      outcome: 'SERVICE_ADDRESS_REFUSED',
      body: { data: { address: '127.0.0.1' } },
    });
    const { rows } = await sql<{ key: string }>`SELECT key FROM rate_windows`.execute(service.database.db.kysely);
    expect(rows.map(({ key }) => key).toSorted()).toEqual([
      'service-refused-line:127.0.0.1',
      'service-refused-network:127.0.0.0/24',
    ]);
    for (const [remoteAddress, status] of [
      ['192.0.2.7', 200],
      ['2001:db8:1::9', 200],
      ['192.0.3.1', 403],
      ['2001:db9::1', 403],
    ] as const) {
      const answer = await console.app.inject({
        url: '/service/v1/transactions',
        remoteAddress,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([remoteAddress, answer.statusCode]).toEqual([remoteAddress, status]);
    }
    expect(await callsOf(id)).toEqual([
      ['transactions.list', 'SERVICE_ADDRESS_REFUSED', 3],
      ['transactions.list', 'answered', 2],
    ]);
  });

  test('is one of so many a minute for each key, and says when to come again', async () => {
    const { id, token } = await openKey(both);
    const other = await openKey(both);
    const now = console.clock.now();
    await sql`
      INSERT INTO rate_windows (key, hits, expires_at)
      SELECT ${`service-key:${id}`}, array_agg(${now}::timestamptz), ${now}::timestamptz + interval '1 minute'
        FROM generate_series(1, ${callsPerMinute - 1})`.execute(service.database.db.kysely);
    expect((await client(token).get('/transactions')).outcome).toBe('answered');
    const full = await client(token).get('/transactions');
    expect(full).toMatchObject({
      status: 429,
      outcome: 'TOO_MANY_REQUESTS',
      body: { data: { retryAfterSeconds: 60 } },
    });
    expect(full.retryAfter).toBe(60);
    expect((await client(other.token).get('/transactions')).outcome).toBe('answered');
    expect(await callsOf(id)).toContainEqual(['transactions.list', 'TOO_MANY_REQUESTS', 1]);
  });

  test('with a wrong key is told to wait after so many of one line; one with a right key is answered still', async () => {
    const { token } = await openKey(both);
    const outcomes: string[] = [];
    for (let count = 0; count <= refusalsPerMinute.line; count += 1)
      outcomes.push((await client('none').get('/transactions')).outcome);
    expect(outcomes.slice(-2)).toEqual(['SERVICE_KEY_REFUSED', 'TOO_MANY_REQUESTS']);
    expect((await client(token).get('/transactions')).outcome).toBe('answered');
  });

  test('is kept by key, day, route and outcome: a thousand calls are no thousand rows', async () => {
    const { id, token } = await openKey(both);
    for (let count = 0; count < 12; count += 1) await client(token).get('/transactions');
    await client(token).get('/transactions?kind=nothing');
    await client(token).get(`/transactions/record/${randomUUID()}`);
    await client(token).get('/nothing');
    expect(await callsOf(id)).toEqual([
      ['none', 'NOT_FOUND', 1],
      ['transactions.list', 'INPUT_INVALID', 1],
      ['transactions.list', 'answered', 12],
      ['transactions.read', 'NOT_FOUND', 1],
    ]);
    expect((await keys()).find((key) => key.id === id)).toMatchObject({
      answered: 12,
      refused: 3,
      lastUsed: { at: expect.any(String), address: '127.0.0.1' },
    });
    for (const change of [
      'UPDATE service_calls SET calls = 1',
      'DELETE FROM service_calls',
      'UPDATE service_keys SET expires_at = now()',
    ])
      await expect(sql.raw(change).execute(service.database.asConsole.kysely)).rejects.toThrow(/permission denied/);
    await expect(
      sql`UPDATE service_keys SET scopes = '{books:read}' WHERE id = ${id}`.execute(service.database.asConsole.kysely),
    ).rejects.toThrow(/not what two operators decided/);
  });
});
