import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { manualClock, systemClock } from '@tern/base/clock';
import { serveRelay, type LocalRelay } from '@tern/local-relay/serve-relay';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Topic } from './keys.ts';
import { limits } from './limits.ts';
import { openRelay, type Relay, type RelayOptions } from './open-relay.ts';
import type { Publishing } from './outgoing.ts';
import { RelayFault } from './relay-fault.ts';
import type { Delivery } from './relay-frames.ts';

const topic = 'ab'.repeat(32) as Topic;
const other = 'cd'.repeat(32) as Topic;
const letter: Publishing = { topic, message: 'sealed', ttl: 300, tag: 1108, prompt: false };
const opened: Relay[] = [];

afterEach(async () => {
  for (const relay of opened) relay.close();
  await Promise.all(opened.splice(0).map(({ closed }) => closed));
});

/** A client, and what it was given; it fails on what `fails` says. */
async function open(url: string, changes: Partial<RelayOptions> = {}, fails = false): Promise<[Relay, Delivery[]]> {
  const deliveries: Delivery[] = [];
  const onDelivery = (delivery: Delivery): Promise<void> => {
    deliveries.push(delivery);
    return fails ? Promise.reject(new Error('not stored')) : Promise.resolve();
  };
  const options = { url, projectId: 'test', seed: randomBytes(32), clock: systemClock, onDelivery };
  const relay = await openRelay({ ...options, ...changes });
  opened.push(relay);
  return [relay, deliveries];
}

describe('with the local relay', () => {
  const clock = manualClock(new Date('2026-11-27T12:00:00Z'));
  let local: LocalRelay;
  beforeEach(async () => {
    local = await serveRelay({ port: 0, clock });
  });
  afterEach(() => local.close());

  test('what is published reaches the other end, not its sender, and nobody else', async () => {
    const [site, own] = await open(local.url, { clock });
    const [wallet, deliveries] = await open(local.url, { clock });
    const [, strangers] = await open(local.url, { clock });
    await site.subscribe(topic);
    await site.publish(letter);
    await wallet.subscribe(other);
    expect(deliveries).toEqual([]);
    await wallet.subscribe(topic);
    await expect.poll(() => deliveries).toEqual([{ topic, message: 'sealed' }]);
    expect([own, strangers]).toEqual([[], []]);
  });

  test('a message that could not be stored is delivered again on the next connection', async () => {
    const seed = randomBytes(32);
    const [site] = await open(local.url, { clock });
    await site.publish(letter);
    const [first, failed] = await open(local.url, { clock, seed }, true);
    await first.subscribe(topic);
    await expect.poll(() => failed.length).toBe(1);
    first.close();
    await first.closed;
    const [second, stored] = await open(local.url, { clock, seed });
    await second.subscribe(topic);
    await expect.poll(() => stored).toEqual([{ topic, message: 'sealed' }]);
    // Once it is acknowledged it is gone.
    await second.unsubscribe(topic);
    const [third, again] = await open(local.url, { clock, seed });
    await third.subscribe(topic);
    await third.publish({ ...letter, topic: other });
    expect(again).toEqual([]);
  });

  test('a message whose time is over is not delivered', async () => {
    const [site] = await open(local.url, { clock });
    await site.publish(letter);
    clock.advance(300_000);
    const [wallet, deliveries] = await open(local.url, { clock });
    await wallet.subscribe(topic);
    await site.publish({ ...letter, message: 'later' });
    await expect.poll(() => deliveries).toEqual([{ topic, message: 'later' }]);
  });

  test('nothing comes after unsubscribing', async () => {
    const [site] = await open(local.url, { clock });
    const [wallet, deliveries] = await open(local.url, { clock });
    await wallet.subscribe(topic);
    await wallet.unsubscribe(topic);
    await site.publish(letter);
    await wallet.subscribe(other);
    expect(deliveries).toEqual([]);
  });

  test('a token for another relay or of another time is not accepted', async () => {
    const elsewhere = local.url.replace('127.0.0.1', 'localhost');
    await expect(open(elsewhere, { clock })).rejects.toThrow(RelayFault);
    const early = manualClock(new Date(clock.nowMs() - 86_400_000));
    await expect(open(local.url, { clock: early })).rejects.toThrow(RelayFault);
    await open(local.url, { clock });
  });

  test('what is asked after the end fails', async () => {
    const [wallet] = await open(local.url, { clock });
    await local.close();
    await wallet.closed;
    await expect(wallet.subscribe(topic)).rejects.toThrow(RelayFault);
  });
});

describe('C09 with a hostile relay', () => {
  let server: WebSocketServer;
  let url: string;
  let onMessage: (socket: WebSocket, id: string) => void;
  beforeEach(async () => {
    server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket) => {
      socket.on('message', (data) => onMessage(socket, (JSON.parse(String(data)) as { readonly id: string }).id));
    });
  });
  afterEach(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  test('C01 garbage changes nothing, and right messages are still taken', async () => {
    onMessage = (socket, id) => {
      for (const text of [
        '',
        '{',
        'null',
        '[]',
        '{"id":null}',
        '{"id":{}}',
        '{"id":1e400,"result":1}',
        `{"id":${JSON.stringify(topic)},"result":1}`,
      ])
        socket.send(text);
      for (const data of [{}, { topic: 'x', message: 'y' }, { topic, message: 7 }]) {
        socket.send(JSON.stringify({ id: 1, method: 'irn_subscription', params: { data } }));
      }
      socket.send(Buffer.from([0xff, 0xfe]));
      socket.send(
        JSON.stringify({ id: 2, method: 'irn_subscription', params: { id: 'x', data: { topic, message: 'sealed' } } }),
      );
      socket.send(JSON.stringify({ id, result: 'subscription' }));
    };
    const [wallet, deliveries] = await open(url);
    await wallet.subscribe(topic);
    expect(deliveries).toEqual([{ topic, message: 'sealed' }]);
  });

  test('ids are acknowledged digit by digit', async () => {
    const acknowledged: string[] = [];
    const ids = ['1795000000000000123', '"a-b"', '7'];
    server.on('connection', (socket) => socket.on('message', (data) => acknowledged.push(String(data))));
    onMessage = (socket, id) => {
      if (acknowledged.length > 0) return;
      for (const each of ids) {
        const data = JSON.stringify({ topic, message: 'sealed' });
        socket.send(`{"id":${each},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"x","data":${data}}}`);
      }
      socket.send(JSON.stringify({ id, result: 'subscription' }));
    };
    const [wallet] = await open(url);
    await wallet.subscribe(topic);
    await expect
      .poll(() => acknowledged.slice(1))
      .toEqual(ids.map((id) => `{"id":${id},"jsonrpc":"2.0","result":true}`));
  });

  test('C04 of a flood of messages the first are handled, and the others left for the next connection', async () => {
    const acknowledged: string[] = [];
    server.on('connection', (socket) => socket.on('message', (data) => acknowledged.push(String(data))));
    onMessage = (socket, id) => {
      if (acknowledged.length > 0) return;
      for (let each = 1; each <= 2_000; each += 1) {
        const params = { data: { topic: each.toString(16).padStart(64, '0'), message: 'sealed' } };
        socket.send(JSON.stringify({ id: each, method: 'irn_subscription', params }));
      }
      socket.send(JSON.stringify({ id, result: 'subscription' }));
    };
    const gate = Promise.withResolvers<void>();
    let handled = 0;
    const onDelivery = (): Promise<void> => {
      handled += 1;
      return gate.promise;
    };
    const [wallet] = await open(url, { onDelivery });
    await wallet.subscribe(topic);
    expect(handled).toBe(1);
    gate.resolve();
    await wallet.closed;
    expect(handled).toBe(256);
    await expect.poll(() => acknowledged.length).toBe(257);
  });

  test('C04 the flood of one mailbox is dropped unread and takes no other one’s place', async () => {
    const acknowledged: string[] = [];
    const sockets: WebSocket[] = [];
    server.on('connection', (socket) => {
      sockets.push(socket);
      socket.on('message', (data) => acknowledged.push(String(data)));
    });
    const flood = (from: number): void => {
      for (let each = from; each < from + 2_000; each += 1) {
        const params = { data: { topic, message: 'sealed' } };
        sockets[0]?.send(JSON.stringify({ id: each, method: 'irn_subscription', params }));
      }
      const params = { data: { topic: other, message: 'quiet' } };
      sockets[0]?.send(JSON.stringify({ id: from + 2_000, method: 'irn_subscription', params }));
    };
    onMessage = (socket, id) => {
      if (acknowledged.length > 0) return;
      flood(1);
      socket.send(JSON.stringify({ id, result: 'subscription' }));
    };
    let elapsed = 0;
    const [wallet, deliveries] = await open(url, { elapsedMs: () => elapsed });
    await wallet.subscribe(topic);
    await expect.poll(() => acknowledged.length).toBe(2_002);
    const ofFlood = () => deliveries.filter((each) => each.topic === topic).length;
    expect([ofFlood(), deliveries.at(-1)]).toEqual([60, { topic: other, message: 'quiet' }]);
    elapsed = 60_000;
    flood(3_000);
    await expect.poll(() => acknowledged.length).toBe(4_003);
    expect(ofFlood()).toBe(120);
  });

  test('C04 a relay that sends on and reads no acknowledgement is cut off', async () => {
    onMessage = (socket, id) => {
      socket.send(JSON.stringify({ id, result: 'subscription' }));
      socket.pause();
      const longId = '"' + 'a'.repeat(64) + '"';
      const data = JSON.stringify({ topic, message: '' });
      const frame = `{"id":${longId},"method":"irn_subscription","params":{"data":${data}}}`;
      const flood = (): void => {
        for (let each = 0; each < 2_000 && socket.readyState === socket.OPEN; each += 1) socket.send(frame);
        // Also what says that it lives.
        socket.pong();
        if (socket.readyState === socket.OPEN) setImmediate(flood);
      };
      flood();
    };
    const [wallet] = await open(url);
    await wallet.subscribe(topic);
    await wallet.closed;
    await expect(wallet.publish(letter)).rejects.toThrow(RelayFault);
  });

  test('a connection that went silent is given up', async () => {
    server.on('connection', (socket) => socket.pause());
    const [wallet] = await open(url, { pingMs: 50 });
    await wallet.closed;
    await expect(wallet.publish(letter)).rejects.toThrow(RelayFault);
  });

  test('C01 C04 too much at once ends the connection', async () => {
    onMessage = (socket) => socket.send('x'.repeat(limits.envelopeChars + 8_192));
    const [wallet, deliveries] = await open(url);
    await expect(wallet.subscribe(topic)).rejects.toThrow('ended');
    await wallet.closed;
    expect(deliveries).toEqual([]);
  });

  test('an error, a wrong answer and silence are faults', async () => {
    const [wallet] = await open(url, { timeoutMs: 300 });
    onMessage = (socket, id) => socket.send(JSON.stringify({ id, error: { code: -1, message: 'no' } }));
    await expect(wallet.publish(letter)).rejects.toThrow('the relay refused: no');
    onMessage = (socket, id) => socket.send(JSON.stringify({ id, result: { subscription: true } }));
    await expect(wallet.subscribe(topic)).rejects.toThrow('gave no subscription');
    onMessage = () => undefined;
    await expect(wallet.publish(letter)).rejects.toThrow('did not answer irn_publish in time');
  });
});

test('a relay that is not there is a fault', async () => {
  const local = await serveRelay({ port: 0, clock: systemClock });
  await local.close();
  await expect(open(local.url)).rejects.toThrow('the relay cannot be reached');
});
