import type { ConnectionRequestId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { startTestSigner, type TestSigner } from '@tern/testkit/start-test-signer';
import { findAddressFromBytes } from '@tern/tron/address';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endConnections } from '../accounts/end-connections.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { insertHold } from '../safeguards/public.ts';
import { agreeToSign, hashText } from './agree-to-sign.ts';
import { endConnection } from './end-connection.ts';
import { expireConnections } from './expire-connections.ts';
import { listRequests } from './list-requests.ts';
import { publishOutgoing } from './publish-outgoing.ts';
import { rejectRequest } from './reject-request.ts';
import { showRequest } from './show-request.ts';
import { signAgreed, type SignAgreedDeps } from './sign-agreed.ts';
import { tellEnded } from './tell-ended.ts';
import { openConnectionWorld, type Connected, type ConnectionWorld, type Settled } from './testing/connection-world.ts';

// Goal: a site gets a signature of a text only after both factors over this text, once, whatever crashes in between, and the
// history says so. Method: the real signer, with addresses of its own, and a site by hand.

let world: ConnectionWorld;
let signer: TestSigner;
let next = 0;
beforeAll(async () => {
  const contract = (digit: string) => findAddressFromBytes(Buffer.from(`41${digit.repeat(40)}`, 'hex')) ?? '';
  [world, signer] = await Promise.all([
    openConnectionWorld(),
    startTestSigner({ usdt: contract('5'), reward: contract('6') }, {}, [['set-messages', '20', '2000']]),
  ]);
});
afterAll(async () => {
  await signer.stop();
  await world.identity.database.drop();
});

const onRefused = (): void => undefined;
const origin = { ip: '203.0.113.7', userAgent: 'Test browser' };

type Asked = Connected & { readonly ana: Settled; readonly requestId: ConnectionRequestId; readonly secret: string };

/** Somebody whom a connected site has asked for this text. */
async function asked(message = 'Sign in to Harbour Market'): Promise<Asked> {
  const [sealed] = await signer.client.listAddresses({ from: next, count: 1 });
  next += 1;
  const ana = await world.settle(sealed);
  const secret = await world.identity.bindAuthenticator(ana);
  const connected = await world.connect(ana);
  const params = { address: ana.address, message };
  await world.take(connected.site.ask(ana.address, world.nowSeconds(), { params }, 4_711));
  const [request] = await listRequests(world.api, ana.personId);
  return { ...connected, ana, secret, requestId: request?.id as ConnectionRequestId };
}

async function agree({ ana, requestId, secret }: Asked, changes: object = {}): Promise<void> {
  return agreeToSign(world.api, {
    session: ana,
    id: requestId,
    hash: hashText('Sign in to Harbour Market'),
    tradePassword: '739461',
    authenticatorCode: await world.identity.authenticatorCode(secret),
    ...changes,
  });
}

const work = (changes: Partial<SignAgreedDeps> = {}) =>
  signAgreed({ ...world.worker, signer: signer.client, ...changes }, { limit: 10 });
const state = async ({ ana, requestId }: Asked) => {
  const { state: now, fault, asks } = await showRequest(world.api, ana.personId, requestId);
  return { now, fault, asks };
};
const signedOf = async ({ ana }: Asked) =>
  (await world.history(ana.personId)).filter(({ kind }) => kind === 'site-text-signed');

/** As it is stored, also once its connection is over. */
async function stateOf({ requestId }: Asked): Promise<unknown> {
  const { rows } = await sql<{ state: string }>`SELECT state FROM connection_requests WHERE id = ${requestId}`.execute(
    world.identity.database.db.kysely,
  );
  return rows[0]?.state;
}

test('both factors over the shown text: the signer signs, the site gets what the Tron library verifies, and the history says so', async () => {
  const one = await asked();
  expect(await work()).toBe(0);
  await agree(one);
  expect(await state(one)).toMatchObject({ now: 'agreed' });
  // What was agreed to is agreed to: it is neither given twice nor turned down any more.
  expect(await outcome(agree(one))).toBe('CONNECTION_NOT_WAITING');
  expect(await outcome(rejectRequest(world.api, one.ana, { id: one.requestId }))).toBe('CONNECTION_NOT_WAITING');
  expect(await world.read(one.site)).toEqual([]);

  expect(await work()).toBe(1);
  const [answer] = await world.read(one.site);
  if (answer === undefined) throw new Error('the site got no answer');
  const { signature } = answer['result'] as { readonly signature: string };
  expect(answer).toMatchObject({ id: 4_711 });
  expect(recoverMessageSigner({ text: 'Sign in to Harbour Market', signatureHex: signature.slice(2) })).toBe(
    one.ana.address,
  );
  expect(await state(one)).toEqual({ now: 'answered', fault: null, asks: null });
  expect(await signedOf(one)).toEqual([{ kind: 'site-text-signed', detail: 'app.harbour.example' }]);
  expect(await work()).toBe(0);
});

test('C07 H21 without both factors, or over another text, nothing is agreed to', async () => {
  const one = await asked();
  expect(await outcome(agree(one, { tradePassword: '000000' }))).toBe('TRADE_PASSWORD_WRONG');
  expect(await outcome(agree(one, { authenticatorCode: '000000' }))).toBe('AUTHENTICATOR_CODE_WRONG');
  expect(await outcome(agree(one, { hash: hashText('Sign in to Harbour Market ') }))).toBe('CONNECTION_NOT_WAITING');
  expect(await state(one)).toMatchObject({ now: 'waiting' });
  expect(await work()).toBe(0);
});

test('C08 a text of a connection that has expired is not agreed to, before anybody has ended the connection', async () => {
  const one = await asked();
  await sql`UPDATE wallet_connections SET expires_at = ${world.identity.clock.now()} WHERE id = ${one.id}`.execute(
    world.identity.database.db.kysely,
  );
  expect(await outcome(agree(one))).toBe('CONNECTION_NOT_WAITING');
  expect(await stateOf(one)).toBe('waiting');
});

test('C04 one person has forty texts a day signed at most, whatever the number of their addresses', async () => {
  const one = await asked();
  const wrong = { hash: hashText('Another text') };
  for (let hour = 0; hour < 2; hour += 1) {
    for (let tried = 0; tried < 20; tried += 1) expect(await outcome(agree(one, wrong))).toBe('CONNECTION_NOT_WAITING');
    world.identity.clock.advance(3_600_000);
  }
  expect(await outcome(agree(one, wrong))).toBe('TOO_MANY_REQUESTS');
});

test('M33 while a hold after a change of a factor is on, nothing is signed', async () => {
  const one = await asked();
  const { db } = world.identity.database;
  await transact(db, (tx) => insertHold(tx, one.ana.personId, 'factor-changed', 3_600_000));
  expect(await outcome(agree(one))).toBe('SIGNING_HELD');
  expect(await state(one)).toMatchObject({ now: 'waiting' });
  expect(await work()).toBe(0);
});

test('what the signer refuses is told to the person with its reason, and to the site as turned down', async () => {
  const text = 'We attest the proof of reserves of this exchange';
  const one = await asked(text);
  await agree(one, { hash: hashText(text) });
  expect(await work()).toBe(1);
  expect(await state(one)).toEqual({ now: 'refused', fault: 'reserves', asks: null });
  expect(await world.read(one.site)).toMatchObject([{ id: 4_711, error: { code: 5000 } }]);
  expect(await signedOf(one)).toEqual([]);
});

test.each([
  ['message-limit', 'limit'],
  ['messages-off', 'off'],
  ['malformed', 'unavailable'],
] as const)('the refusal %s of the signer ends the wait as %s', async (code, fault) => {
  const one = await asked();
  await agree(one);
  const signMessage = () => Promise.reject(new SignerRefusal(code, ''));
  expect(await work({ signer: { signMessage } })).toBe(1);
  expect(await state(one)).toMatchObject({ now: 'refused', fault });
});

test('a crash after the signature and before it was stored: the same signature is given again, told once', async () => {
  const one = await asked();
  await agree(one);
  const given: string[] = [];
  const signMessage: SignAgreedDeps['signer']['signMessage'] = async (message) => {
    given.push((await signer.client.signMessage(message)).signatureHex);
    throw new SignerUnavailable('the process died here');
  };
  await expect(work({ signer: { signMessage } })).rejects.toThrow('died here');
  expect(await state(one)).toMatchObject({ now: 'agreed' });
  expect(await world.read(one.site)).toEqual([]);
  expect(await signedOf(one)).toEqual([]);

  // Two workers come back at once.
  const settled = await Promise.all([work(), work()]);
  expect(settled.reduce((sum, each) => sum + each)).toBe(1);
  expect(await world.read(one.site)).toMatchObject([{ id: 4_711, result: { signature: `0x${given[0] ?? ''}` } }]);
  expect(await signedOf(one)).toHaveLength(1);
});

test('a crash after it was stored and before it was sent: the relay gets it from the outbox, once it is there', async () => {
  const one = await asked();
  await agree(one);
  expect(await work()).toBe(1);
  const db = world.identity.database.asWorker;
  const sent: string[] = [];
  const away = () => Promise.reject(new Error('the relay is away'));
  await publishOutgoing({ db, publish: away, onRefused }, { limit: 50 }).catch(() => undefined);
  expect(sent).toEqual([]);
  // The claim of the process that died is over.
  await sql`UPDATE connection_outbox SET claimed_until = now() - interval '1 second'`.execute(
    world.identity.database.db.kysely,
  );
  const publish = (message: { readonly topic: string }) => Promise.resolve(void sent.push(message.topic));
  await publishOutgoing({ db, publish, onRefused }, { limit: 50 });
  expect(sent.filter((topic) => topic === one.site.deliver({}).topic)).toHaveLength(1);
});

test('C09 one text that cannot be signed now delays no other one', async () => {
  const [one, two] = [await asked(), await asked()];
  await agree(one);
  await agree(two);
  const signMessage: SignAgreedDeps['signer']['signMessage'] = (message) =>
    message.messageId === one.requestId
      ? Promise.reject(new SignerUnavailable('busy'))
      : signer.client.signMessage(message);
  await expect(work({ signer: { signMessage } })).rejects.toThrow('busy');
  expect(await state(one)).toMatchObject({ now: 'agreed' });
  expect(await state(two)).toMatchObject({ now: 'answered' });
  expect(await work()).toBe(1);
});

test('C08 a connection that ends while the signer signs: the site gets no signature, and the history mentions it once', async () => {
  const one = await asked();
  await agree(one);
  const signMessage: SignAgreedDeps['signer']['signMessage'] = async (message) => {
    await endConnection(world.api, { session: one.ana, id: one.id, origin });
    return signer.client.signMessage(message);
  };
  expect(await work({ signer: { signMessage } })).toBe(0);
  expect(await world.read(one.site)).toMatchObject([{ method: 'wc_sessionDelete' }]);
  expect(await signedOf(one)).toEqual([{ kind: 'site-text-signed', detail: 'app.harbour.example' }]);
  expect(await work()).toBe(0);
  expect(await signedOf(one)).toHaveLength(1);
});

test.each([
  [
    'a connection that the person ends',
    async ({ ana, id }: Asked) => endConnection(world.api, { session: ana, id, origin }),
  ],
  ['a request that expires', async () => world.identity.clock.advance(8 * 60_000)],
] as const)(
  'C08 a crash after the signature, and %s before the worker is back: no site gets it, and the history mentions it once',
  async (_what, end) => {
    const one = await asked();
    await agree(one);
    const signMessage: SignAgreedDeps['signer']['signMessage'] = async (message) => {
      await signer.client.signMessage(message);
      throw new SignerUnavailable('the process died here');
    };
    await expect(work({ signer: { signMessage } })).rejects.toThrow('died here');
    await end(one);
    await expireConnections(world.worker, { limit: 100 });
    expect(await signedOf(one)).toEqual([]);

    // The signer is still away, and then two workers come back at once.
    await expect(work({ signer: { signMessage } })).rejects.toThrow('died here');
    expect(await Promise.all([work(), work()])).toEqual([0, 0]);
    expect(await signedOf(one)).toHaveLength(1);
    expect((await world.read(one.site)).filter((answer) => 'result' in answer)).toEqual([]);
    expect(await work()).toBe(0);
  },
);

test('what the signer was not asked for before its end is not signed after it', async () => {
  const one = await asked();
  await agree(one);
  await endConnection(world.api, { session: one.ana, id: one.id, origin });
  const signMessage = () => Promise.reject(new Error('asked'));
  expect(await work({ signer: { signMessage } })).toBe(0);
  expect(await signedOf(one)).toEqual([]);
});

test('whether a text was signed is asked for a week, and not at all once the account is closed', async () => {
  const [one, two] = [await asked(), await asked()];
  const signMessage = () => Promise.reject(new SignerUnavailable('away'));
  for (const each of [one, two]) await agree(each);
  await expect(work({ signer: { signMessage } })).rejects.toThrow('away');
  await transact(world.identity.database.db, (tx) =>
    endConnections(tx, { personId: two.ana.personId, why: 'closed', now: world.identity.clock.now() }),
  );
  await tellEnded(world.worker, { limit: 100 });
  expect(await stateOf(two)).toBe('expired');
  world.identity.clock.advance(6 * 86_400_000);
  await expireConnections(world.worker, { limit: 100 });
  expect(await stateOf(one)).toBe('agreed');
  world.identity.clock.advance(2 * 86_400_000);
  await expireConnections(world.worker, { limit: 100 });
  expect(await stateOf(one)).toBe('expired');
  expect(await work({ signer: { signMessage } })).toBe(0);
});

test('C08 a connection that expires while the signer signs: the same, before anybody has ended it', async () => {
  const one = await asked();
  await agree(one);
  const signMessage: SignAgreedDeps['signer']['signMessage'] = async (message) => {
    await sql`UPDATE wallet_connections SET expires_at = ${world.identity.clock.now()} WHERE id = ${one.id}`.execute(
      world.identity.database.db.kysely,
    );
    return signer.client.signMessage(message);
  };
  expect(await work({ signer: { signMessage } })).toBe(0);
  expect(await world.read(one.site)).toEqual([]);
  expect(await signedOf(one)).toEqual([{ kind: 'site-text-signed', detail: 'app.harbour.example' }]);
});

test('C07 a signature that is not the address’s reaches nobody', async () => {
  const one = await asked();
  await agree(one);
  const signMessage: SignAgreedDeps['signer']['signMessage'] = async (message) => {
    const { signatureHex } = await signer.client.signMessage(message);
    return { signatureHex: `${signatureHex.slice(0, 20)}${'1'.repeat(20)}${signatureHex.slice(40)}` };
  };
  await expect(work({ signer: { signMessage } })).rejects.toThrow();
  expect(await world.read(one.site)).toEqual([]);
  expect(await state(one)).toMatchObject({ now: 'agreed' });
  expect(await work()).toBe(1);
});

test('X07 that a person agreed is the API’s to say, and what the signer said is the worker’s', async () => {
  const { asApi, asWorker } = world.identity.database;
  await expect(asWorker.pool.query('UPDATE connection_requests SET agreed_hash = NULL')).rejects.toThrow('denied');
  await expect(asApi.pool.query('UPDATE connection_requests SET fault = NULL')).rejects.toThrow('denied');
});

test('X07 C07 whoever has the API’s or the worker’s rights changes neither what a site asked for nor what was agreed to', async () => {
  const { asApi, asWorker } = world.identity.database;
  const one = await asked();
  const put = (rights: typeof asApi, set: string) =>
    rights.pool.query(`UPDATE connection_requests SET ${set} WHERE id = $1`, [one.requestId]);
  for (const rights of [asApi, asWorker])
    await expect(put(rights, `sealed = '\\x00'`)).rejects.toThrow('stays as it is');
  await agree(one);
  await expect(put(asApi, `agreed_hash = sha256('another text')`)).rejects.toThrow('stays as it is');
  await expect(put(asApi, `agreed_hash = NULL, state = 'waiting'`)).rejects.toThrow('stays as it is');
  expect(await work()).toBe(1);
  await expect(put(asApi, `state = 'agreed', sealed = '\\x00', settled_at = NULL`)).rejects.toThrow('stays as it is');
  await expect(put(asWorker, `state = 'expired'`)).rejects.toThrow('stays as it is');
  expect(await state(one)).toMatchObject({ now: 'answered' });
});
