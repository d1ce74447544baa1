import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { newId, type OperatorId, type PersonId } from '@tern/base/ids';
import { loadSecrets } from '@tern/config/load-secrets';
import { transact } from '@tern/db/transact';
import { closeDueAccounts } from '@tern/server/closing/public';
import { endAllSessions, freezePerson } from '@tern/server/identity/public';
import { outboxBox } from '@tern/server/messaging/public';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import { openApiClient, type ApiAnswer, type ApiClient } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Goal: what one api process decides holds in all of them. Method: three real processes over one database, behind a proxy that
// names the clients; where one has to stand still for a moment, the test holds the row it needs next.
const usdt = 1_000_000n;

let system: System;
let urls: readonly [string, string, string];
let ana: Person;
let ben: Person;

beforeAll(async () => {
  system = await startSystem({
    settings: {
      TRUSTED_PROXY_HOPS: '1',
      CODES_PER_TARGET_HOUR: '1000',
      // As in production: what the other tests open for themselves is closed here.
      LOGINS_PER_IP_HOUR: '100',
      LOGINS_PER_NETWORK_HOUR: '500',
    },
  });
  await Promise.all([system.processes.start('api-2'), system.processes.start('api-3')]);
  urls = [system.url, system.furtherUrls['api-2'], system.furtherUrls['api-3']];
  [ana, ben] = await Promise.all([system.register('email'), system.register('email')]);
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 500n * usdt);
  await until('the top-up', async () => (await ana.available('usdt')) >= 500n * usdt);
});
afterAll(() => system.stop());

let networks = 0;
/** Another network each time, so that limits by address do not meet. */
const newIp = (): string => `198.${18 + Math.floor(networks / 250)}.${networks++ % 250}.9`;

/** A browser at one of the processes, with some of the cookies another one has. */
function browserAt(
  url: string,
  { of, cookies }: { readonly of?: ApiClient; readonly cookies?: readonly string[] } = {},
) {
  const kept = [...(of?.cookies ?? [])].filter(([name]) => cookies === undefined || cookies.includes(name));
  return openApiClient(url, { origin: system.url, cookies: new Map(kept) });
}

const postFrom = (browser: ApiClient, ip: string, path: string, body: unknown): Promise<ApiAnswer> =>
  browser.send({ method: 'POST', path, body, headers: { 'x-forwarded-for': ip } });

/** Whether a browser is signed in, as each process sees it. */
async function isSignedIn(browser: ApiClient): Promise<boolean> {
  const answers = await Promise.all(
    urls.map((url) => browserAt(url, { of: browser }).send({ method: 'GET', path: '/identity/account' })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses.size, 'all processes see the same').toBe(1);
  return statuses.has(200);
}

/** Holds rows that processes need next; `release` lets them go on. */
async function hold(
  statement: string,
  values: readonly unknown[] = [],
): Promise<{ readonly release: () => Promise<void> }> {
  const client = await system.db.pool.connect();
  await client.query('BEGIN');
  await client.query(statement, [...values]);
  return {
    release: async () => {
      await client.query('COMMIT');
      client.release();
    },
  };
}

/** Resolves once this many statements of the processes wait for somebody else's rows. */
const waitingForRows = (count: number): Promise<unknown> =>
  until(`${count} that wait`, async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`.execute(system.db.kysely);
    return (rows[0]?.count ?? 0) >= count;
  });

/** What only a minute does otherwise: another code may be sent. */
const forgetSentCodes = (): Promise<unknown> =>
  sql`DELETE FROM rate_windows WHERE key LIKE 'code-resend:%'`.execute(system.db.kysely);

describe('what ends somebody’s access at one process, and the sign-ins under way at another', () => {
  type Ready = {
    readonly person: Person;
    readonly id: PersonId;
    readonly passkey: ReturnType<typeof softwarePasskey>;
    /** Sign-ins of new devices whose second step is open at the second process. */
    readonly steps: readonly [Step, Step];
  };
  type Step = { readonly browser: ApiClient; readonly ip: string; readonly loginId: string; readonly code: string };

  /** The first step at the second process, and the code of the second. */
  async function beginStep(person: Person): Promise<Step> {
    await forgetSentCodes();
    const [browser, ip] = [browserAt(urls[1]), newIp()];
    const known = new Set((await system.inbox.list(person.recipient)).map(({ id }) => id));
    const answer = await postFrom(browser, ip, '/identity/login', {
      target: person.target,
      password: person.loginPassword,
    });
    const { loginId } = answer.body as { readonly loginId: string };
    return { browser, ip, loginId, code: await system.inbox.waitForCode(person.recipient, known) };
  }

  async function getReady(): Promise<Ready> {
    const person = await system.register('email');
    const id = person.account.personId as PersonId;
    const passkey = softwarePasskey(system.url);
    const proof = await person.askForCode('/identity/factors/code', { purpose: 'add-passkey' });
    const { ceremonyId, challenge } = await person.api.post<{ ceremonyId: string; challenge: string }>(
      '/protection/passkeys/begin',
      { loginPassword: person.loginPassword, ...proof },
    );
    await person.api.post('/protection/passkeys', { ceremonyId, name: 'Phone', passkey: passkey.make(challenge) });
    return { person, id, passkey, steps: [await beginStep(person), await beginStep(person)] };
  }

  type Ending = {
    /** Prepares what ends the access, so that the event itself is one request or transaction. */
    readonly prepare: (ready: Ready) => Promise<() => Promise<unknown>>;
    /** Whether sessions that are open end too; a frozen person stays signed in, and nothing of theirs leaves. */
    readonly endsSessions: boolean;
  };
  const newPassword = 'violet-anchor-52-maps';
  const succeed = async (request: Promise<ApiAnswer>): Promise<void> => {
    const answer = await request;
    expect(answer.status, answer.text).toBe(200);
  };
  const proveFor = async ({ person }: Ready, purpose: string) => ({
    loginPassword: person.loginPassword,
    ...(await person.askForCode('/identity/factors/code', { purpose })),
  });

  // The first process answers what people ask for. Operators and closings have processes of their own: the test's.
  const endings: Readonly<Record<string, Ending>> = {
    'a recovery': {
      endsSessions: true,
      prepare: async ({ person: { target, askForCode } }) => {
        const proof = await askForCode('/identity/recovery/code', { target });
        const body = { target, ...proof, password: newPassword };
        return () => succeed(postFrom(browserAt(urls[0]), newIp(), '/identity/recovery', body));
      },
    },
    'a new login password': {
      endsSessions: true,
      prepare: async (ready) => {
        const body = { ...(await proveFor(ready, 'change-login-password')), password: newPassword };
        return () => succeed(postFrom(ready.person.api, newIp(), '/identity/login-password', body));
      },
    },
    'the link that stops a change': {
      endsSessions: true,
      prepare: async ({ person }) => {
        const link = await until('a link', async () =>
          (await system.inbox.list(person.recipient))
            .flatMap(({ text }) => text.match(/https?:\/\/\S+\?token=[\w-]{43}/g) ?? [])
            .at(0),
        );
        const token = new URL(link).searchParams.get('token');
        return () => succeed(postFrom(browserAt(urls[0]), newIp(), '/identity/stop', { token }));
      },
    },
    'signing out the other devices': {
      endsSessions: true,
      prepare:
        async ({ person }) =>
        () =>
          succeed(postFrom(person.api, newIp(), '/identity/sessions/end-others', {})),
    },
    'signing out everywhere': {
      endsSessions: true,
      prepare:
        async ({ id }) =>
        () =>
          transact(system.db, (tx) => endAllSessions(tx, { personId: id, now: new Date(system.clock.nowMs()) })),
    },
    'a freeze': {
      endsSessions: false,
      prepare: async ({ id }) => {
        const operatorId = newId<OperatorId>();
        await sql`INSERT INTO operators (id, name, role) VALUES (${operatorId}, ${`o${operatorId.slice(-12)}`}, 'reviewer')`.execute(
          system.db.kysely,
        );
        const freeze = { personId: id, reason: 'security', days: 1, operatorId, now: systemClock.now() } as const;
        return () => transact(system.db, (tx) => freezePerson(tx, freeze));
      },
    },
    'closing the account': {
      endsSessions: true,
      prepare: async (ready) => {
        await ready.person.api.post('/account/closing', await proveFor(ready, 'close-account'));
        const { 'session-key': key } = loadSecrets(join(system.dataDir, 'secrets'), ['session-key'], {});
        const keys = { outboxBox: outboxBox(key) };
        return async () => {
          await sql`UPDATE account_closings SET due_at = clock_timestamp() WHERE person_id = ${ready.id}`.execute(
            system.db.kysely,
          );
          const closed = await closeDueAccounts({ db: system.db, clock: systemClock, keys }, { limit: 1 });
          expect(closed).toBe(1);
        };
      },
    },
  };

  const readies = new Map<string, Ready>();
  beforeAll(async () => {
    const names = Object.keys(endings).flatMap((name) => [`${name}, first`, `${name}, second`]);
    await Promise.all([...names, 'none'].map(async (name) => readies.set(name, await getReady())));
    await forgetSentCodes();
  });
  const readyFor = (name: string): Ready => {
    const ready = readies.get(name);
    if (ready === undefined) throw new Error(`nobody is ready for ${name}`);
    return ready;
  };

  type Attempt = { readonly browser: ApiClient; readonly answer: Promise<ApiAnswer> };
  const attempt = (browser: ApiClient, path: string, body: unknown, ip = newIp()): Attempt => ({
    browser,
    answer: postFrom(browser, ip, path, body),
  });
  const onKnownDevice = ({ person }: Ready, ip = newIp()): Attempt =>
    attempt(
      browserAt(urls[1], { of: person.api, cookies: ['device'] }),
      '/identity/login',
      { target: person.target, password: person.loginPassword },
      ip,
    );
  const finish = ({ browser, ip, loginId, code }: Step): Attempt =>
    attempt(browser, '/identity/login/finish', { loginId, code }, ip);
  /** The ceremony has begun; the answer of the passkey comes at once. */
  async function byPasskey({ passkey }: Ready): Promise<() => Attempt> {
    const browser = browserAt(urls[1]);
    const begun = await postFrom(browser, newIp(), '/protection/login/begin', {});
    const { ceremonyId, challenge } = begun.body as { readonly ceremonyId: string; readonly challenge: string };
    return () => attempt(browser, '/protection/login', { ceremonyId, passkey: passkey.use(challenge) });
  }

  /** A sign-in from this address stops behind reading the password's hash, before it is looked at. */
  async function holdHits(ip: string): Promise<{ readonly release: () => Promise<void> }> {
    const line = `login-ip:${ip}`;
    await sql`INSERT INTO rate_windows VALUES (${line}, '{}', now() + '1 day')`.execute(system.db.kysely);
    return hold('SELECT FROM rate_windows WHERE key = $1 FOR UPDATE', [line]);
  }

  test('without such an event each of them signs in', async () => {
    const ready = readyFor('none');
    const passkey = await byPasskey(ready);
    const [first, second] = ready.steps;
    for (const each of [onKnownDevice(ready), finish(first), finish(second), passkey()]) {
      const { status, text } = await each.answer;
      expect(status, text).toBe(200);
      expect(await isSignedIn(each.browser)).toBe(true);
    }
  });

  const refusals = ['CREDENTIALS_WRONG', 'LOGIN_STEP_EXPIRED', 'PASSKEY_REFUSED'];

  test.each(Object.entries(endings))('A07 %s comes first: none of them opens a session', async (name, { prepare }) => {
    const ready = readyFor(`${name}, first`);
    const { id, steps } = ready;
    const happen = await prepare(ready);
    await forgetSentCodes();
    const passkey = await byPasskey(ready);
    // A new device whose password is looked at, and one between its steps.
    const strangerIp = newIp();
    const hits = await holdHits(strangerIp);
    const stranger = attempt(
      browserAt(urls[1]),
      '/identity/login',
      { target: ready.person.target, password: ready.person.loginPassword },
      strangerIp,
    );
    await waitingForRows(1);
    // The event waits for the person's row; whoever is about to open a session waits behind it.
    const row = await hold('SELECT FROM people WHERE id = $1 FOR UPDATE', [id]);
    const event = happen();
    await waitingForRows(2);
    const behind = [onKnownDevice(ready), finish(steps[0]), passkey()];
    await waitingForRows(5);
    await row.release();
    await event;
    await hits.release();

    for (const { browser, answer } of behind) {
      const { code, text } = await answer;
      expect(refusals, text).toContain(code);
      expect(await isSignedIn(browser)).toBe(false);
    }
    const first = await stranger.answer;
    expect(first.status, first.text).toBeLessThan(500);
    const begun = first.body as { readonly loginId?: string };
    if (begun.loginId !== undefined) {
      const { loginId } = begun;
      const last = attempt(stranger.browser, '/identity/login/finish', { loginId, code: '123456' });
      expect((await last.answer).code).toBe('LOGIN_STEP_EXPIRED');
    }
    // Also at a third process, which has heard of none of it.
    const { loginId, code } = steps[1];
    const late = attempt(browserAt(urls[2]), '/identity/login/finish', { loginId, code });
    expect((await late.answer).code).toBe('LOGIN_STEP_EXPIRED');
    expect(await isSignedIn(late.browser)).toBe(false);
    expect(await isSignedIn(stranger.browser)).toBe(false);
  });

  test.each(Object.entries(endings).filter(([, { endsSessions }]) => endsSessions))(
    'A07 %s comes second: no session that they open outlives it',
    async (name, { prepare }) => {
      const ready = readyFor(`${name}, second`);
      const happen = await prepare(ready);
      const passkey = await byPasskey(ready);
      // They have held their credentials and stand before their entry in the account's history.
      const history = await hold('LOCK TABLE security_events IN SHARE ROW EXCLUSIVE MODE');
      const opening = [onKnownDevice(ready), finish(ready.steps[0]), finish(ready.steps[1]), passkey()];
      await waitingForRows(4);
      const event = happen();
      await waitingForRows(5);
      await history.release();
      for (const { answer } of opening) expect((await answer).status).toBe(200);
      await event;
      for (const { browser } of opening) expect(await isSignedIn(browser)).toBe(false);
    },
  );
});

describe('the streams of one person at three processes', () => {
  type Stream = { readonly request: ClientRequest; readonly ended: () => boolean };

  /** Streams of one person; each resolves once its answer has begun. */
  async function openStreams(url: string, count: number): Promise<readonly Stream[]> {
    const cookie = [...ana.api.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return Promise.all(
      Array.from({ length: count }, async () => {
        const request = get(`${url}/api/live`, { agent: false, headers: { cookie, accept: 'text/event-stream' } });
        let ended = false;
        // A stream that its process ends, or that died with it.
        request.on('error', () => (ended = true)).on('close', () => (ended = true));
        const [response] = await once(request, 'response');
        (response as NodeJS.ReadableStream).on('error', () => (ended = true)).resume();
        return { request, ended: () => ended };
      }),
    );
  }
  const openOf = (streams: readonly Stream[]): number => streams.filter(({ ended }) => !ended()).length;
  const expectOpen = (streams: readonly Stream[], count: number): Promise<void> =>
    expect.poll(() => openOf(streams)).toBe(count);
  const rowsOf = async (): Promise<number> => {
    const { rows } = await sql`SELECT FROM live_streams WHERE person_id = ${ana.account.personId}`.execute(
      system.db.kysely,
    );
    return rows.length;
  };
  async function leave(streams: readonly Stream[]): Promise<void> {
    for (const { request } of streams) request.destroy();
    await expect.poll(rowsOf).toBe(0);
  }

  test('X01 of 2,000 opened at once exactly twenty stay', async () => {
    const streams = (await Promise.all(urls.map((url, at) => openStreams(url, at === 0 ? 666 : 667)))).flat();
    expect(streams).toHaveLength(2_000);
    await expectOpen(streams, 20);
    expect(await rowsOf()).toBe(20);
    await leave(streams);
  });

  test('X01 after SIGKILL of one process its places are free, and twenty stay twenty', async () => {
    const [first, third] = [await openStreams(urls[0], 12), await openStreams(urls[2], 8)];
    await expectOpen([...first, ...third], 20);
    await system.processes.kill('api-3');
    await expectOpen(third, 0);
    // The database sees the closed connection on its own time.
    await until('the connection is gone', async () => {
      const { rows } = await sql`
        SELECT FROM live_streams s WHERE s.person_id = ${ana.account.personId}
           AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE connection_name(a) = s.holder)`.execute(
        system.db.kysely,
      );
      return rows.length === 8;
    });
    const second = await openStreams(urls[1], 8);
    await expectOpen([...first, ...second], 20);
    const further = (await Promise.all([openStreams(urls[0], 300), openStreams(urls[1], 300)])).flat();
    await expectOpen([...first, ...second, ...further], 20);
    expect(await rowsOf()).toBe(20);
    await system.processes.start('api-3');
    await leave([...first, ...second, ...further]);
  });
});

test('A18 a try whose process was killed before it was judged counts for nothing', async () => {
  const person = await system.register('email');
  const ip = newIp();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM devices WHERE person_id = ${person.account.personId}`.execute(system.db.kysely);
  const logIn = (browser: ApiClient, from: string) =>
    postFrom(browser, from, '/identity/login', { target: person.target, password: person.loginPassword });
  // On its known device: it has taken its hit and stands before the reservation of its try.
  const onDevice = await hold(`SELECT pg_advisory_xact_lock(hashtextextended($1, 720))`, [
    `login-device:${rows[0]?.id}`,
  ]);
  const dying = Array.from({ length: 5 }, () =>
    logIn(browserAt(urls[1], { of: person.api, cookies: ['device'] }), newIp()).catch(() => 'died'),
  );
  await waitingForRows(5);
  await system.processes.kill('api-2');
  await onDevice.release();
  expect(await Promise.all(dying)).toEqual(Array.from({ length: 5 }, () => 'died'));

  // On a new one it is reserved, and stands before the code is compared: five at once, which is as many as a code has.
  await system.processes.start('api-2');
  await forgetSentCodes();
  const known = new Set((await system.inbox.list(person.recipient)).map(({ id }) => id));
  const begun = (await logIn(browserAt(urls[0]), ip)).body as { readonly loginId: string };
  const code = await system.inbox.waitForCode(person.recipient, known);
  const wrong = code === '123456' ? '123457' : '123456';
  const challenge = await hold('LOCK TABLE challenges IN ACCESS EXCLUSIVE MODE');
  const finish = (url: string, given: string) =>
    postFrom(browserAt(url), ip, '/identity/login/finish', { loginId: begun.loginId, code: given });
  const judged = Array.from({ length: 5 }, () => finish(urls[1], wrong).catch(() => 'died'));
  await waitingForRows(5);
  await system.processes.kill('api-2');
  expect(await Promise.all(judged)).toEqual(Array.from({ length: 5 }, () => 'died'));
  // What the database does for a client that is gone, once it looks: nothing.
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`.execute(
    system.db.kysely,
  );
  await challenge.release();
  await system.processes.start('api-2');

  system.clock.advance(31_000);
  const right = await finish(urls[0], code);
  expect(right.status, right.text).toBe(200);
  const again = await logIn(browserAt(urls[0], { of: person.api, cookies: ['device'] }), newIp());
  expect((again.body as { readonly step?: string }).step, again.text).toBe('done');
  const left = await sql`
    SELECT key FROM failure_counters WHERE key = ${`login-device:${rows[0]?.id}`} AND failures > 0`.execute(
    system.db.kysely,
  );
  expect(left.rows).toEqual([]);
  // Of its hour's tries it has used the one that was judged.
  const hits = await sql<{ hits: Date[] }>`
    SELECT hits FROM rate_windows WHERE key = ${`login-device:${rows[0]?.id}`}`.execute(system.db.kysely);
  expect(hits.rows[0]?.hits).toHaveLength(1);
});

describe('three hundred open logins of strangers from forty networks, at two processes', () => {
  test('A18 nobody who is known waits for them or is refused, and each of them is told when to come again', async () => {
    const cookies = ana.api.cookies;
    const answers: ApiAnswer[] = [];
    let isOver = false;
    /** One stranger, who asks again as soon as there is an answer. */
    const insist = async (at: number): Promise<void> => {
      const browser = browserAt(urls[at % 2 === 0 ? 0 : 1]);
      while (!isOver) {
        const target = { kind: 'email', email: `${randomUUID()}@example.org` };
        answers.push(
          await postFrom(browser, `203.${at % 40}.113.7`, '/identity/login', { target, password: 'my guess' }),
        );
      }
    };
    const strangers = Array.from({ length: 300 }, (_each, at) => insist(at));
    await until('a flood', () => answers.length >= 300);

    const known: string[] = [];
    for (const [at, url] of [urls[0], urls[1]].entries()) {
      const signedIn = openApiClient(url, { origin: system.url, cookies });
      const to = ben.wallet.address;
      const draft = await ana.draft({ to, assetId: 'usdt', amount: String(at + 2) });
      const results = await Promise.all([
        signedIn.send({
          method: 'POST',
          path: `/transfers/drafts/${draft.id}/confirm`,
          headers: { 'idempotency-key': randomUUID() },
          body: { hash: draft.hash, tradePassword: ana.tradePassword, authenticatorCode: ana.nextCode() },
        }),
        postFrom(browserAt(url, { of: ben.api, cookies: ['device'] }), newIp(), '/identity/login', {
          target: ben.target,
          password: ben.loginPassword,
        }),
        signedIn.send({ method: 'GET', path: '/health' }),
        signedIn.send({ method: 'GET', path: `/wallets/${ana.wallet.id}/overview` }),
        signedIn.send({ method: 'GET', path: '/records' }),
        postFrom(browserAt(url, { of: ben.api, cookies: ['device'] }), newIp(), '/protection/login/begin', {}),
      ]);
      known.push(...results.map(({ status, text }) => (status === 200 ? 'right' : text)));
    }
    isOver = true;
    await Promise.all(strangers);

    expect(known).toEqual(Array.from({ length: 12 }, () => 'right'));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['CREDENTIALS_WRONG', 'TOO_MANY_REQUESTS']));
    for (const { data, headers } of answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS')) {
      const { retryAfterSeconds } = data as { readonly retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(headers.get('retry-after')).toBe(String(retryAfterSeconds));
    }
  });
});
