import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { newId, type OperatorId, type PersonId } from '@tern/base/ids';
import { loadSecrets } from '@tern/config/load-secrets';
import { transact } from '@tern/db/transact';
import { closeDueAccounts } from '@tern/server/money/closing/public';
import { freezePerson } from '@tern/server/people/accounts/public';
import { recordOperatorAction } from '@tern/server/people/operators/public';
import { endAllSessions } from '@tern/server/people/sessions/public';
import { outboxBox } from '@tern/server/platform/messaging/public';
import { softwarePasskey } from '@tern/testkit/software-passkey';
import type { ApiAnswer, ApiClient } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newIp, postFrom, slowMs, startThreeProcesses, type ThreeProcesses } from './support/three-processes.ts';

// Goal: what ends somebody's access at one process ends the sign-ins under way at another, at whichever step they are. Method:
// three real processes over one database; where one has to stand still for a moment, the test holds the row it needs next.
let system: ThreeProcesses['system'];
let urls: ThreeProcesses['urls'];
let browserAt: ThreeProcesses['browserAt'];
let isSignedIn: ThreeProcesses['isSignedIn'];
let hold: ThreeProcesses['hold'];
let waitingForRows: ThreeProcesses['waitingForRows'];
let forgetSentCodes: ThreeProcesses['forgetSentCodes'];
beforeAll(async () => {
  ({ system, urls, browserAt, isSignedIn, hold, waitingForRows, forgetSentCodes } = await startThreeProcesses());
}, slowMs);
afterAll(() => system.stop());

const everywhere = [true, true, true];
const nowhere = [false, false, false];

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
  /** The worker's: it leaves whoever is busy for its next round, instead of waiting for their row. */
  readonly skipsWhoIsBusy?: true;
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
          .flatMap(({ text }) => text.match(/https?:\/\/\S+\/pages\/login\/stop\?token=[\w-]{43}/g) ?? [])
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
      return () =>
        transact(system.db, async (tx) => {
          await freezePerson(tx, freeze);
          await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: id });
        });
    },
  },
  'closing the account': {
    endsSessions: true,
    skipsWhoIsBusy: true,
    prepare: async (ready) => {
      await ready.person.api.post('/account/closing', await proveFor(ready, 'close-account'));
      const { 'session-key': key } = loadSecrets(join(system.dataDir, 'secrets'), ['session-key'], {});
      const keys = { outboxBox: outboxBox(key) };
      return async () => {
        await sql`UPDATE account_closings SET due_at = clock_timestamp() WHERE person_id = ${ready.id}`.execute(
          system.db.kysely,
        );
        await until(
          'the account is closed',
          async () => (await closeDueAccounts({ db: system.db, clock: systemClock, keys }, { limit: 1 })) === 1,
        );
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
    expect(await isSignedIn(each.browser)).toEqual(everywhere);
  }
});

/** Whoever writes an entry into an account's history stands still before it. */
const beforeHistory = 'LOCK TABLE security_events IN SHARE ROW EXCLUSIVE MODE';

const refusals = ['CREDENTIALS_WRONG', 'LOGIN_STEP_EXPIRED', 'PASSKEY_REFUSED'];

test.each(Object.entries(endings))('A07 %s comes first: none of them opens a session', async (name, ending) => {
  const ready = readyFor(`${name}, first`);
  const { id, steps } = ready;
  const happen = await ending.prepare(ready);
  await forgetSentCodes();
  const passkey = await byPasskey(ready);
  // A new device whose password is looked at, and one between its steps.
  const strangerIp = newIp();
  const hits = await holdHits(strangerIp);
  // At a process of its own: whoever stands still in the lane of strangers keeps those behind waiting.
  const stranger = attempt(
    browserAt(urls[2]),
    '/identity/login',
    { target: ready.person.target, password: ready.person.loginPassword },
    strangerIp,
  );
  await waitingForRows(1);
  // The event waits for the person's row, or holds it already; whoever is about to open a session waits behind it.
  const row = ending.skipsWhoIsBusy
    ? await hold(beforeHistory)
    : await hold('SELECT FROM people WHERE id = $1 FOR UPDATE', [id]);
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
    expect(await isSignedIn(browser)).toEqual(nowhere);
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
  expect(await isSignedIn(late.browser)).toEqual(nowhere);
  expect(await isSignedIn(stranger.browser)).toEqual(nowhere);
});

test.each(Object.entries(endings).filter(([, { endsSessions }]) => endsSessions))(
  'A07 %s comes second: no session that they open outlives it',
  async (name, ending) => {
    const ready = readyFor(`${name}, second`);
    const happen = await ending.prepare(ready);
    const passkey = await byPasskey(ready);
    // They have held their credentials and stand before their entry in the account's history.
    const history = await hold(beforeHistory);
    const opening = [onKnownDevice(ready), finish(ready.steps[0]), finish(ready.steps[1]), passkey()];
    await waitingForRows(4);
    const event = happen();
    if (!ending.skipsWhoIsBusy) await waitingForRows(5);
    await history.release();
    for (const { answer } of opening) expect((await answer).status).toBe(200);
    await event;
    for (const { browser } of opening) expect(await isSignedIn(browser)).toEqual(nowhere);
  },
);
