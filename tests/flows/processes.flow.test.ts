import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type ClientRequest } from 'node:http';
import { openApiClient, type ApiAnswer, type ApiClient } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  newIp,
  postFrom,
  registerFunded,
  slowMs,
  startThreeProcesses,
  type ThreeProcesses,
} from './support/three-processes.ts';

// Goal: limits of people and of strangers hold over all processes, also where one dies. Method: three real processes over one
// database; where one has to stand still for a moment, the test holds the row it needs next.

let system: ThreeProcesses['system'];
let urls: ThreeProcesses['urls'];
let browserAt: ThreeProcesses['browserAt'];
let hold: ThreeProcesses['hold'];
let waitingForRows: ThreeProcesses['waitingForRows'];
let forgetSentCodes: ThreeProcesses['forgetSentCodes'];
let ana: Person;
let ben: Person;
beforeAll(async () => {
  ({ system, urls, browserAt, hold, waitingForRows, forgetSentCodes } = await startThreeProcesses());
  [ana, ben] = await Promise.all([registerFunded(system), system.register('email')]);
}, slowMs * 2);
afterAll(() => system.stop());

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
  const expectOpen = async (streams: readonly Stream[], count: number): Promise<void> => {
    await expect.poll(() => openOf(streams)).toBe(count);
  };
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
  // On its remembered device: it has taken its hit and stands before the reservation of its try.
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
