import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { units } from '@tern/money/units';
import { recoverMessageSigner } from '@tern/tron/recover-signer';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { signerCommands, signerHeaders, signRequest, type SealedAddress } from '@tern/tron/signer-protocol';
import { describe, expect, test } from 'vitest';
import { makeAuthenticate } from './authenticate.ts';
import { makeCommands } from './commands.ts';
import { storePath } from './open-store.ts';
import { serveSigner } from './serve.ts';
import {
  named,
  openFixture,
  order,
  policy,
  receiver,
  startMs,
  storePolicy,
  type SignerFixture,
} from './testing/signer-fixture.ts';

const secret = randomBytes(32);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Served = AsyncDisposable & {
  readonly fixture: SignerFixture;
  readonly socketPath: string;
  readonly client: Signer;
};

async function serve(): Promise<Served> {
  const fixture = openFixture();
  const { clock, signer } = fixture;
  storePolicy(fixture);
  const socketPath = join(fixture.place.directory, 's.sock');
  const server = await serveSigner({
    socketPath,
    commands: makeCommands({ clock, signer, tokens: policy.tokens, named }),
    authenticate: makeAuthenticate({ secret, clock }),
    clock,
    log: quiet,
  });
  return {
    fixture,
    socketPath,
    client: openSigner({ socketPath, secret, clock, timeoutMs: 5_000 }),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      fixture[Symbol.dispose]();
    },
  };
}

type Sent = { status: number; reply: { code?: string; detail?: string } };

/** One raw request; `changes` replace parts after the seal was made. */
function send(
  socketPath: string,
  sealed: { path: string; body: string; timeMs?: number; nonce?: string; secret?: Uint8Array },
  changes: { method?: string; path?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const { path, body, timeMs = startMs, nonce = randomBytes(16).toString('hex') } = sealed;
  const headers = {
    [signerHeaders.time]: String(timeMs),
    [signerHeaders.nonce]: nonce,
    [signerHeaders.mac]: signRequest(sealed.secret ?? secret, { path, timeMs, nonce, body }),
    ...changes.headers,
  };
  return new Promise((resolve, reject) => {
    const options = { socketPath, path: changes.path ?? path, method: changes.method ?? 'POST', headers, agent: false };
    const request = httpRequest(options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, reply: JSON.parse(text) as Sent['reply'] }));
    });
    request.on('error', reject);
    request.end(changes.body ?? body);
  });
}

test('K05 these seventeen commands are all there is, and none signs a hash or foreign bytes', async () => {
  await using served = await serve();
  const { clock, signer } = served.fixture;
  expect(Object.keys(makeCommands({ clock, signer, tokens: policy.tokens, named })).toSorted()).toEqual([
    '/v1/accounts',
    '/v1/addresses',
    '/v1/approvals',
    '/v1/approve',
    '/v1/close',
    '/v1/health',
    '/v1/hot-address',
    '/v1/import-orders',
    '/v1/messages',
    '/v1/orders',
    '/v1/read-back',
    '/v1/recall',
    '/v1/reserves',
    '/v1/treasury-orders',
    '/v1/verify-addresses',
    '/v1/witness',
    '/v1/write-copy',
  ]);
  const paths = [
    '/v1/sign',
    '/v1/sign-hash',
    '/v1/sign-raw',
    '/v1/seed',
    '/',
    '/__proto__',
    '/v1/orders/',
    'constructor',
  ];
  for (const path of paths.map((name) => (name.startsWith('/') ? name : `/${name}`))) {
    expect(await send(served.socketPath, { path, body: '{}' })).toMatchObject({
      status: 404,
      reply: { code: 'unknown-command' },
    });
  }
});

describe('K05 who is not the worker gets nothing', () => {
  const path = signerCommands.getHealth;
  test.each<[string, Parameters<typeof send>[1], Parameters<typeof send>[2]]>([
    ['no seal', { path, body: '{}' }, { headers: { [signerHeaders.mac]: '' } }],
    ['another secret', { path, body: '{}', secret: randomBytes(32) }, {}],
    ['another body than sealed', { path, body: '{}' }, { body: '{ }' }],
    ['another path than sealed', { path, body: '{}' }, { path: signerCommands.getHotAddress }],
    ['another time than sealed', { path, body: '{}' }, { headers: { [signerHeaders.time]: String(startMs + 1) } }],
    ['a request of a minute ago', { path, body: '{}', timeMs: startMs - 60_000 }, {}],
    ['a request of tomorrow', { path, body: '{}', timeMs: startMs + 86_400_000 }, {}],
    ['a time that is no number', { path, body: '{}', timeMs: Number.NaN }, {}],
    ['a nonce of another form', { path, body: '{}', nonce: 'x' }, {}],
  ])('%s', async (_name, sealed, changes) => {
    await using served = await serve();
    expect(await send(served.socketPath, sealed, changes)).toMatchObject({
      status: 401,
      reply: { code: 'not-authenticated' },
    });
  });

  test('a replayed request', async () => {
    await using served = await serve();
    const nonce = 'ab'.repeat(16);
    expect(await send(served.socketPath, { path, body: '{}', nonce })).toMatchObject({ status: 200 });
    expect(await send(served.socketPath, { path, body: '{}', nonce })).toMatchObject({ status: 401 });
    served.fixture.clock.advance(29_000);
    expect(await send(served.socketPath, { path, body: '{}', nonce })).toMatchObject({ status: 401 });
  });

  test('another user of the machine: the socket is the owner’s alone', async () => {
    await using served = await serve();
    expect(statSync(served.socketPath).mode & 0o777).toBe(0o600);
  });
});

describe('malformed orders are refused by name', () => {
  const wire = JSON.parse(
    JSON.stringify(order(), (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as {
    payment: object;
  };
  test.each<[string, unknown]>([
    ['bytes to sign beside the order', { ...wire, rawHex: '0a02' }],
    ['a hash to sign', { hash: 'ab'.repeat(32) }],
    ['an unknown member of the payment', { ...wire, payment: { ...wire.payment, data: '00' } }],
    ['a permission id', { ...wire, payment: { ...wire.payment, permissionId: 2 } }],
    ['no payment', { ...wire, payment: undefined }],
    ['another kind', { ...wire, payment: { ...wire.payment, kind: 'trc10' } }],
    ['a number for an amount', { ...wire, payment: { ...wire.payment, amount: 500 } }],
    ['a negative amount', { ...wire, payment: { ...wire.payment, amount: '-5' } }],
    ['an amount with a point', { ...wire, payment: { ...wire.payment, amount: '5.0' } }],
    ['an amount of 2^256', { ...wire, payment: { ...wire.payment, amount: (2n ** 256n).toString() } }],
    ['an address in hexadecimal form', { ...wire, payment: { ...wire.payment, to: '41'.padEnd(42, '0') } }],
    ['an address with a wrong checksum', { ...wire, payment: { ...wire.payment, to: `${receiver.slice(0, -1)}1` } }],
    ['a block id that does not carry its number', { ...wire, refBlock: { ...order().refBlock, number: 101 } }],
    ['attempt 0', { ...wire, attempt: 0 }],
    ['a fractional time', { ...wire, expirationMs: 0.5 }],
    ['an order id with a quote', { ...wire, orderId: "w'1" }],
    ['a memo with a lone surrogate', { ...wire, memo: '\ud800' }],
    ['a list', [wire]],
    ['null', null],
  ])('%s', async (_name, body) => {
    await using served = await serve();
    const sent = await send(served.socketPath, { path: signerCommands.signOrder, body: JSON.stringify(body) });
    expect(sent).toMatchObject({ status: 400, reply: { code: 'malformed' } });
    expect(served.fixture.deps.store.lastSignedMs()).toBe(0);
  });

  test('text that is no JSON, a body of a megabyte, another method', async () => {
    await using served = await serve();
    const path = signerCommands.signOrder;
    expect(await send(served.socketPath, { path, body: '{' })).toMatchObject({ status: 400 });
    expect(await send(served.socketPath, { path, body: ' '.repeat(1_048_576) })).toMatchObject({ status: 400 });
    expect(await send(served.socketPath, { path, body: '{}' }, { method: 'PUT' })).toMatchObject({ status: 404 });
  });
});

describe('K12 malformed texts are refused by name', () => {
  const from = { purpose: 'deposit', index: 0, address: receiver, mac: '00'.repeat(32) };
  const wire = { messageId: 'm-1', from, text: 'Sign in to Harbour' };
  test.each<[string, unknown]>([
    ['a digest beside the text', { ...wire, digest: '00'.repeat(32) }],
    ['bytes for a text', { ...wire, text: [1, 2, 3] }],
    ['no text', { ...wire, text: '' }],
    ['half a surrogate pair', { ...wire, text: '\ud800' }],
    ['the hot wallet', { ...wire, from: { ...from, purpose: 'hot' } }],
    ['a place without its seal', { ...wire, from: { purpose: 'deposit', index: 0 } }],
    ['a negative index', { ...wire, from: { ...from, index: -1 } }],
    ['an id with a quote', { ...wire, messageId: "m'1" }],
  ])('%s', async (_name, body) => {
    await using served = await serve();
    const { document } = served.fixture.signer.store.getPolicy();
    storePolicy(served.fixture, { ...document, messages: { perAddress: 9, perDay: 9 } });
    const sent = await send(served.socketPath, { path: signerCommands.signMessage, body: JSON.stringify(body) });
    expect(sent).toMatchObject({ status: 400, reply: { code: 'malformed' } });
    expect(served.fixture.deps.store.countMessages(0)).toBe(0);
  });
});

describe('the client', () => {
  test('gets addresses, health and signatures', async () => {
    await using served = await serve();
    const { client, fixture } = served;
    const hot = fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
    expect(await client.getHotAddress()).toBe(hot);
    const signed = await client.signOrder(order());
    expect(await client.signOrder(order())).toEqual(signed);
    expect(await client.getHealth()).toEqual({
      hotAddress: hot,
      memory: { storeId: expect.stringMatching(/^[0-9a-f-]{36}$/), sequence: 1 },
      assets: {
        usdt: { signed: 500n, ...policy.limits.usdt },
        trx: { signed: 5_000_100n, perOrder: 1_000n, perDay: 50_000_000n },
        reward: { signed: 0n, ...policy.limits.reward },
      },
    });
  });

  test('hears refusals by code, which their message names once', async () => {
    await using served = await serve();
    await served.client.signOrder(order());
    await expect(served.client.signOrder(order({ memo: 'other' }))).rejects.toMatchObject({
      name: 'SignerRefusal',
      code: 'order-changed',
      detail: 'attempt 1 was signed otherwise',
      message: 'order-changed: attempt 1 was signed otherwise',
    });
    const expensive = order({ orderId: 'w-2', payment: { kind: 'trx', to: receiver, amountSun: units(1_001n) } });
    await expect(served.client.signOrder(expensive)).rejects.toMatchObject({
      name: 'SignerRefusal',
      code: 'order-limit',
    });
  });

  test('K12 has texts signed, and hears by name why one is not', async () => {
    await using served = await serve();
    const { client, fixture } = served;
    const { document } = fixture.signer.store.getPolicy();
    storePolicy(fixture, { ...document, messages: { perAddress: 1, perDay: 2 } });
    const [from] = await client.listAddresses({ from: 3, count: 1 });
    if (from === undefined) throw new Error('an address');
    const text = 'Sign in to Harbour 🦆 می‌خواهید';
    const message = { messageId: 'm-1', from, text };
    const { signatureHex } = await client.signMessage(message);
    expect(recoverMessageSigner({ text, signatureHex })).toBe(from.address);
    expect(await client.signMessage(message)).toEqual({ signatureHex });
    await expect(client.signMessage({ ...message, text: 'other' })).rejects.toMatchObject({ code: 'message-changed' });
    await expect(client.signMessage({ messageId: 'm-2', from, text: 'Proof of reserves' })).rejects.toMatchObject({
      name: 'SignerRefusal',
      code: 'message-refused',
      detail: 'reserves',
    });
    await expect(client.signMessage({ ...message, messageId: 'm-3' })).rejects.toMatchObject({ code: 'message-limit' });
    // Texts move no money: they are no part of what is counted and witnessed of orders.
    expect((await client.getHealth()).memory.sequence).toBe(0);
    // Why, and never what: the text of a stranger does not fill the store.
    fixture.signer.store.close();
    const database = new DatabaseSync(storePath(fixture.place.directory));
    expect(database.prepare('SELECT order_id, code, detail FROM refusals ORDER BY rowid').all()).toMatchObject([
      { order_id: 'm-1', code: 'message-changed' },
      { order_id: 'm-2', code: 'message-refused', detail: 'message-refused: reserves' },
      { order_id: 'm-3', code: 'message-limit' },
    ]);
    database.close();
    fixture.reopen();
  });

  test('calls a dead signer unavailable', async () => {
    const fixture = openFixture();
    const socketPath = join(fixture.place.directory, 'none.sock');
    const client = openSigner({ socketPath, secret, clock: fixture.clock, timeoutMs: 500 });
    await expect(client.getHealth()).rejects.toMatchObject({ name: 'SignerUnavailable' });
    fixture[Symbol.dispose]();
  });

  test('one hundred parallel demands for one order get one signature', async () => {
    await using served = await serve();
    const signed = await Promise.all(Array.from({ length: 100 }, () => served.client.signOrder(order())));
    expect(new Set(signed.map(({ signatureHex }) => signatureHex)).size).toBe(1);
    expect((await served.client.getHealth()).assets.usdt.signed).toBe(500n);
  });
});

describe('K11 the seal of a deposit address', () => {
  test('is right for every listed address and wrong for every changed one', async () => {
    await using served = await serve();
    const { client } = served;
    const addresses = await client.listAddresses({ from: 3, count: 5 });
    expect(addresses.map(({ index }) => index)).toEqual([3, 4, 5, 6, 7]);
    expect(await client.verifyAddresses(addresses)).toEqual([true, true, true, true, true]);
    const [first, second] = addresses as [SealedAddress, SealedAddress];
    const changed: SealedAddress[] = [
      { ...first, address: receiver },
      { ...first, address: second.address },
      { ...first, index: second.index },
      { ...first, mac: second.mac },
      { ...second, index: first.index, address: first.address },
    ];
    expect(await client.verifyAddresses(changed)).toEqual([false, false, false, false, false]);
  });

  test('is answered for all others where somebody wrote a row that is not even of the form', async () => {
    await using served = await serve();
    const { client } = served;
    const [first, second] = (await client.listAddresses({ from: 3, count: 2 })) as [SealedAddress, SealedAddress];
    const odd: SealedAddress[] = [
      { ...first, mac: 'mine' },
      { ...first, mac: first.mac.toUpperCase() },
      { ...first, address: 'nowhere' as SealedAddress['address'] },
      { ...first, index: -1 },
    ];
    expect(await client.verifyAddresses([...odd, first, second])).toEqual([false, false, false, false, true, true]);
    expect(await client.verifyAddresses(odd)).toEqual([false, false, false, false]);
  });

  test.each([
    { from: -1, count: 1 },
    { from: 0, count: 0 },
    { from: 0, count: 1_001 },
    { from: 2 ** 31, count: 1 },
    { from: 0.5, count: 1 },
  ])('is not made for %o', async (range) => {
    await using served = await serve();
    await expect(served.client.listAddresses(range)).rejects.toMatchObject({ code: 'malformed' });
  });
});
