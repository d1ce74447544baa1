import { once } from 'node:events';
import { createConnection, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { signerCommands, signerHeaders, signRequest } from '@tern/tron/signer-protocol';
import { expect, test } from 'vitest';
import {
  connectAs,
  ended,
  newIdentity,
  openNetworkFixture,
  openProxy,
  pinOfIdentity,
  type NetworkFixture,
} from '../testing/network-fixture.ts';
import { order, receiver, startMs } from '../testing/signer-fixture.ts';

/** Raw bytes of a whole request, sealed as the worker's are. */
function requestBytes({ secret }: NetworkFixture, path: string, body = '{}', nonce = '1'.padStart(32, '0')): string {
  const mac = signRequest(secret, { path, timeMs: startMs, nonce, body });
  const headers = [
    `POST ${path} HTTP/1.1`,
    'host: signer',
    `content-length: ${Buffer.byteLength(body)}`,
    `${signerHeaders.time}: ${startMs}`,
    `${signerHeaders.nonce}: ${nonce}`,
    `${signerHeaders.mac}: ${mac}`,
    'connection: close',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

test('K13 a worker with its certificate has an order signed over the network, once however often it asks', async () => {
  await using network = await openNetworkFixture();
  const client = network.client(network.identities.worker);
  const signed = await client.signOrder(order());
  expect(await client.signOrder(order())).toEqual(signed);
  expect((await client.getHealth()).assets.usdt.signed).toBe(500n);
  const socket = await connectAs(network.port, network.identities.worker);
  expect(socket.getProtocol()).toBe('TLSv1.3');
  socket.destroy();
});

test.each(['none', 'stranger', 'expired', 'early'] as const)(
  'K13 with certificate "%s" nothing is asked, not even with the right secret',
  async (name) => {
    await using network = await openNetworkFixture();
    const socket = await connectAs(network.port, name === 'none' ? undefined : network.identities[name]);
    socket.write(requestBytes(network, signerCommands.getHealth));
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    await ended(socket);
    expect(answer).toBe('');
    expect(network.asked).toEqual([]);
    const reasons = { none: 'no certificate', stranger: 'no pin', expired: 'ended', early: 'begins' };
    expect(network.refused).toEqual([expect.stringContaining(reasons[name])]);
    if (name !== 'none')
      await expect(network.client(network.identities[name]).getHealth()).rejects.toMatchObject({
        name: 'SignerUnavailable',
      });
    expect(await network.client(network.identities.worker).getHotAddress()).toMatch(/^T/);
  },
);

test('K13 TLS 1.2 and plain HTTP are refused', async () => {
  await using network = await openNetworkFixture();
  const { worker } = network.identities;
  await expect(connectAs(network.port, worker, { maxVersion: 'TLSv1.2' })).rejects.toThrow(/protocol version/);
  const plain = createConnection(network.port, '127.0.0.1');
  plain.write(requestBytes(network, signerCommands.getHealth));
  await ended(plain);
  expect(network.asked).toEqual([]);
  expect(await network.client(worker).getHotAddress()).toMatch(/^T/);
});

const all = Object.values(signerCommands).toSorted();
const notTheWorkers = ['/v1/approvals', '/v1/approve', '/v1/replicate', '/v1/take-over', '/v1/write-copy'];
const allowed = {
  worker: all.filter((path) => !notTheWorkers.includes(path)),
  operator: ['/v1/accounts', '/v1/approvals', '/v1/approve', '/v1/health', '/v1/hot-address', '/v1/take-over'],
  // The other signer of a pair.
  other: ['/v1/replicate'],
};

test.each(['worker', 'operator', 'other'] as const)(
  'K13 the role of %s has its commands and no others',
  async (who) => {
    await using network = await openNetworkFixture();
    const reached: string[] = [];
    for (const [at, path] of all.entries()) {
      const socket = await connectAs(network.port, network.identities[who]);
      let answer = '';
      socket.on('data', (piece: Buffer) => (answer += piece.toString()));
      socket.write(requestBytes(network, path, '{}', String(at).padStart(32, '0')));
      await ended(socket);
      if (answer.includes('role-not-allowed')) expect(answer).toContain('HTTP/1.1 403');
      else reached.push(path);
    }
    expect(reached).toEqual(allowed[who]);
    expect(network.asked.toSorted()).toEqual(allowed[who]);
  },
);

test.each(['another key', 'expired'] as const)('K13 a worker sends nothing to a server with %s', async (kind) => {
  await using network = await openNetworkFixture();
  const identity = kind === 'expired' ? newIdentity('signer', startMs - 2_000, startMs) : newIdentity('signer');
  let received = '';
  const closed: Promise<unknown>[] = [];
  const server = createServer({
    key: identity.keyPem,
    cert: identity.certificatePem,
    requestCert: true,
    rejectUnauthorized: false,
  });
  server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')));
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => {
    socket.on('error', () => undefined).on('data', (piece: Buffer) => (received += piece.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pins = kind === 'expired' ? [pinOfIdentity(identity)] : [network.signerPin];
  const client = network.client(network.identities.worker, { port, pins });
  await expect(client.signOrder(order())).rejects.toThrow(/not who it should be/);
  await Promise.all(closed);
  expect(closed).toHaveLength(1);
  expect(received).toBe('');
  await new Promise((done) => server.close(done));
});

test('K13 two pins at once let either certificate of the signer in, and a removed one no longer', async () => {
  await using network = await openNetworkFixture();
  const next = pinOfIdentity(newIdentity('signer'));
  const { worker } = network.identities;
  expect(await network.client(worker, { pins: [next, network.signerPin] }).getHotAddress()).toMatch(/^T/);
  await expect(network.client(worker, { pins: [next] }).getHotAddress()).rejects.toThrow(/no pin is/);
});

test('K13 a machine in the middle reads nothing, changes nothing, and can be neither of the two', async () => {
  await using network = await openNetworkFixture();
  const { worker, stranger } = network.identities;
  let seen = '';
  await using listening = await openProxy(network.port, (piece) => {
    seen += piece.toString('latin1');
    return piece;
  });
  await network.client(worker, { port: listening.port }).signOrder(order());
  expect(seen.length).toBeGreaterThan(1_000);
  for (const secret of [receiver, 'w-1', 'v1/orders', 'x-signer-mac']) expect(seen).not.toContain(secret);

  // One bit of what the worker sends last; what comes before is the handshake.
  let pieces = 0;
  await using changing = await openProxy(network.port, (piece, from) => {
    if (from === 'client' && (pieces += 1) > 1) piece[piece.length - 1] = (piece.at(-1) ?? 0) ^ 1;
    return piece;
  });
  const before = network.asked.length;
  await expect(
    network.client(worker, { port: changing.port }).signOrder(order({ orderId: 'w-2' })),
  ).rejects.toMatchObject({ name: 'SignerUnavailable' });
  expect(network.asked).toHaveLength(before);

  // Ends the connection with a certificate of its own, to both sides.
  await expect(network.client(stranger).getHealth()).rejects.toMatchObject({ name: 'SignerUnavailable' });
  expect(network.asked).toHaveLength(before);
});

test('K13 an order whose answer was lost is asked for again, and was signed once', async () => {
  await using network = await openNetworkFixture();
  let cut = 0;
  await using losing = await openProxy(network.port, (piece, from, connection) => {
    // The answer is the first piece after the request has arrived.
    const isAnswer = from === 'server' && network.asked.length >= connection && connection <= 3;
    if (isAnswer) cut += 1;
    return isAnswer ? undefined : piece;
  });
  const client = network.client(network.identities.worker, { port: losing.port });
  for (let time = 0; time < 3; time += 1)
    await expect(client.signOrder(order())).rejects.toMatchObject({ name: 'SignerUnavailable' });
  const signed = await client.signOrder(order());
  expect(cut).toBe(3);
  expect(network.asked).toEqual(Array.from({ length: 4 }, () => signerCommands.signOrder));
  const { store } = network.fixture.signer;
  expect(store.sequence()).toBe(1);
  expect(store.findSigned('w-1', 1)).toMatchObject(signed);
});

test('a broken link is tried by one for all, after a growing pause, and is used again once it is there', async () => {
  await using network = await openNetworkFixture();
  let connections = 0;
  const away = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  away.listen(0, '127.0.0.1');
  await once(away, 'listening');
  const { port } = away.address() as AddressInfo;
  const client = network.client(network.identities.worker, { port });
  const ask = (): Promise<unknown> => client.getHotAddress().catch((error: unknown) => error);
  await ask();
  const together = await Promise.all(Array.from({ length: 50 }, ask));
  expect(together.every((each) => each instanceof Error && each.name === 'SignerUnavailable')).toBe(true);
  expect(connections).toBe(2);
  await new Promise((done) => away.close(done));
  const back = new Set<number>();
  await using _proxy = await openProxy(network.port, (piece, _from, connection) => (back.add(connection), piece), port);
  expect(await client.getHotAddress()).toMatch(/^T/);
  expect(await Promise.all(Array.from({ length: 20 }, () => client.getHotAddress()))).toHaveLength(20);
  expect(back.size).toBe(21);
});

test('K13 a connection serves one command, so that a certificate is judged before each', async () => {
  await using network = await openNetworkFixture();
  const staying = requestBytes(network, signerCommands.getHotAddress).replace(
    'connection: close',
    'connection: keep-alive',
  );
  const socket = await connectAs(network.port, network.identities.worker);
  socket.write(staying);
  await once(socket, 'data');
  expect(network.asked).toHaveLength(1);
  socket.write(requestBytes(network, signerCommands.getHotAddress, '{}', '2'.padStart(32, '0')));
  await ended(socket);
  expect(network.asked).toHaveLength(1);
});
