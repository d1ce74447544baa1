import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { units } from '@tern/money/units';
import { signerCommands, type SignerOrder } from '@tern/tron/signer-protocol';
import { expect, test } from 'vitest';
import { connectAs, ended, openNetworkFixture, type NetworkFixture } from '../testing/network-fixture.ts';
import { order } from '../testing/signer-fixture.ts';

const payment = { ...order().payment, amount: units(1n) } as SignerOrder['payment'];

/** So many orders one after the other, while something goes on. */
async function pay(network: NetworkFixture, count: number): Promise<void> {
  const client = network.client(network.identities.worker);
  for (let at = 0; at < count; at += 1) {
    const signed = await client.signOrder(order({ orderId: `w-${at}`, payment }));
    expect(signed.txId).toHaveLength(64);
  }
  expect(network.fixture.signer.store.sequence()).toBe(count);
}

async function openSilent(port: number, localAddress: string): Promise<Socket> {
  const socket = createConnection({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('K13 half-open connections are dropped, the oldest of an address first, and the worker goes on', async () => {
  await using network = await openNetworkFixture();
  // From the worker's own address too.
  const silent: Socket[] = [];
  for (const localAddress of ['127.0.0.1', '127.0.0.2'])
    for (let at = 0; at < 60; at += 1) silent.push(await openSilent(network.port, localAddress));
  const over = silent.filter((_, at) => at % 60 < 60 - 16);
  await Promise.all(over.map(ended));
  expect(silent.filter(({ closed }) => !closed)).toHaveLength(32);
  await pay(network, 20);
  for (const socket of silent) socket.destroy();
});

test('K13 all addresses together hold a bounded number of half-open connections', async () => {
  await using network = await openNetworkFixture();
  const silent: Socket[] = [];
  for (let at = 0; at < 200; at += 1) silent.push(await openSilent(network.port, `127.0.1.${at % 20}`));
  await pay(network, 5);
  const dropped = silent.filter((_, at) => at < 60);
  await Promise.all(dropped.map(ended));
  expect(silent.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(128);
  for (const socket of silent) socket.destroy();
});

test('K13 a handshake that stops in the middle, and a request that comes too slowly, are cut off', async () => {
  await using network = await openNetworkFixture({ handshakeMs: 300, requestMs: 300 });
  const half = createConnection(network.port, '127.0.0.1');
  // The head of a record that never comes.
  half.write(Buffer.from('1603010200', 'hex'));
  const slow = await connectAs(network.port, network.identities.worker);
  slow.write(`POST ${signerCommands.getHealth} HTTP/1.1\r\nx-slow: `);
  const idle = await connectAs(network.port, network.identities.worker);
  const body = await connectAs(network.port, network.identities.worker);
  body.write(`POST ${signerCommands.getHealth} HTTP/1.1\r\nhost: signer\r\ncontent-length: 10\r\n\r\n{`);
  await pay(network, 5);
  await Promise.all([half, slow, idle, body].map(ended));
  expect(network.asked.filter((path) => path === signerCommands.getHealth)).toEqual([]);
});

test('K13 one role cannot use up the connections of another', async () => {
  await using network = await openNetworkFixture();
  const held = [];
  for (let at = 0; at < 64; at += 1) held.push(await connectAs(network.port, network.identities.operator));
  const more = await connectAs(network.port, network.identities.operator);
  await ended(more);
  expect(network.refused).toEqual([expect.stringContaining('operator has 64 connections open')]);
  await pay(network, 10);
  for (const socket of held) socket.destroy();
});

test('K13 bodies, heads and records that are too large are refused, and the next order is signed', async () => {
  await using network = await openNetworkFixture();
  const send = async (text: string | Buffer): Promise<string> => {
    const socket = await connectAs(network.port, network.identities.worker);
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    socket.write(text);
    await ended(socket);
    return answer;
  };
  const head = `POST ${signerCommands.getHealth} HTTP/1.1\r\nhost: signer\r\nconnection: close\r\n`;
  expect(await send(`${head}content-length: 1048576\r\n\r\n${' '.repeat(1_048_576)}`)).toContain('body too large');
  expect(await send(`${head}x-large: ${'a'.repeat(20_000)}\r\n\r\n`)).toContain('431');
  const garbage = createConnection(network.port, '127.0.0.1');
  garbage.write(Buffer.alloc(100_000, 0x16));
  await ended(garbage);
  expect(network.asked).toEqual([]);
  await pay(network, 3);
});

test('K13 while strangers open connections without end, the worker has every order signed', async () => {
  await using network = await openNetworkFixture();
  let going = true;
  let refused = 0;
  const flood = async (localAddress: string): Promise<void> => {
    while (going) {
      const socket = await connectAs(network.port, network.identities.stranger, { localAddress }).catch(
        () => undefined,
      );
      if (socket !== undefined) await ended(socket);
      refused += 1;
    }
  };
  const floods = Array.from({ length: 6 }, (_, at) => flood(`127.0.2.${at}`));
  await pay(network, 12);
  going = false;
  await Promise.all(floods);
  expect(refused).toBeGreaterThan(12);
  expect(network.asked).toHaveLength(12);
  // A flood does not fill the log.
  expect(network.refused.length).toBeLessThanOrEqual(2);
});
