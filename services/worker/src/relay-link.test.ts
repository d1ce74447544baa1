import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { systemClock } from '@tern/base/clock';
import { serveRelay, type LocalRelay } from '@tern/local-relay/serve-relay';
import { topicOf, type SymKey, type Topic } from '@tern/wallet-connection/keys';
import { openRelay, type Relay } from '@tern/wallet-connection/open-relay';
import type { Publishing } from '@tern/wallet-connection/outgoing';
import type { RelayFault } from '@tern/wallet-connection/relay-fault';
import type { Delivery } from '@tern/wallet-connection/relay-frames';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRelayLink, type RelayLink, type RelayLinkDeps } from './relay-link.ts';

let relay: LocalRelay;
let site: Relay;
let link: RelayLink;
let [wanted, outbox] = [new Set<Topic>(), [] as Publishing[]];
let [taken, faults, elapsedMs] = [[] as Delivery[], [] as RelayFault[], 0];
let heard: Delivery[] = [];

const common = { projectId: 'test', clock: systemClock };
const newTopic = (): Topic => topicOf(randomBytes(32).toString('hex') as SymKey);
const letter = (topic: Topic, message: string): Publishing => ({ topic, message, ttl: 300, tag: 1108, prompt: false });

beforeEach(async () => {
  [wanted, outbox, taken, faults, elapsedMs, heard] = [new Set(), [], [], [], 0, []];
  relay = await serveRelay({ port: 0, clock: systemClock });
  site = await openSite();
  link = open();
});

afterEach(async () => {
  await link.close();
  site.close();
  await relay.close();
});

function openSite(): Promise<Relay> {
  const onDelivery = async (delivery: Delivery): Promise<void> => void heard.push(delivery);
  return openRelay({ ...common, url: relay.url, seed: randomBytes(32), onDelivery });
}

function open(changes: Partial<RelayLinkDeps> = {}): RelayLink {
  return openRelayLink({
    ...common,
    url: relay.url,
    seed: Buffer.alloc(32, 7),
    listTopics: async () => new Set(wanted),
    publish: async (publish) => {
      const waiting = outbox.splice(0);
      for (const each of waiting) await publish(each);
      return waiting.length;
    },
    take: async (delivery) => void taken.push(delivery),
    onFault: (fault) => void faults.push(fault),
    elapsedMs: () => elapsedMs,
    ...changes,
  });
}

const arrives = (count: number) => vi.waitFor(() => expect(taken).toHaveLength(count));

test('it listens to what is to be listened to, leaves the rest, and sends what waits', async () => {
  const [first, second] = [newTopic(), newTopic()];
  wanted = new Set([first]);
  await site.publish(letter(first, 'before'));
  expect(await link.tick()).toBe(1);
  await arrives(1);
  wanted = new Set([second]);
  await site.subscribe(second);
  outbox = [letter(second, 'hello')];
  expect(await link.tick()).toBe(3);
  await vi.waitFor(() => expect(heard.map(({ message }) => message)).toEqual(['hello']));
  await site.publish(letter(first, 'nobody listens'));
  await site.publish(letter(second, 'after'));
  await arrives(2);
  expect(taken.map(({ message }) => message)).toEqual(['before', 'after']);
  expect(await link.tick()).toBe(0);
});

test('a hundred mailboxes are listened to at once', async () => {
  wanted = new Set(Array.from({ length: 120 }, newTopic));
  expect(await link.tick()).toBe(120);
  for (const topic of wanted) await site.publish(letter(topic, 'x'));
  await arrives(120);
});

test('C09 a relay that is away is asked again, ever later, and what it kept comes then', async () => {
  const topic = newTopic();
  wanted = new Set([topic]);
  const port = Number(new URL(relay.url).port);
  await link.tick();
  await relay.close();
  await site.closed;
  await vi.waitFor(() => expect(link.isConnected()).toBe(false));
  let failed = 0;
  for (const restMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    expect(await link.tick()).toBe(0);
    failed += 1;
    expect(faults).toHaveLength(failed);
    elapsedMs += restMs - 1;
    expect(await link.tick()).toBe(0);
    expect(faults).toHaveLength(failed);
    elapsedMs += 1;
  }
  relay = await serveRelay({ port, clock: systemClock });
  site = await openSite();
  await site.publish(letter(topic, 'kept'));
  expect(await link.tick()).toBe(1);
  await arrives(1);
  expect(link.isConnected()).toBe(true);
});

test('what could not be taken comes again with the next connection, and nothing in between is lost', async () => {
  await link.close();
  let isBroken = true;
  link = open({
    take: async (delivery) => {
      if (isBroken) throw new Error('the database is away');
      taken.push(delivery);
    },
  });
  const topic = newTopic();
  wanted = new Set([topic]);
  await link.tick();
  await site.publish(letter(topic, 'one'));
  await vi.waitFor(() => expect(link.isConnected()).toBe(false));
  await site.publish(letter(topic, 'two'));
  isBroken = false;
  await link.tick();
  await arrives(2);
  expect(taken.map(({ message }) => message)).toEqual(['one', 'two']);
});

test('a fault of our own is thrown, and the connection is made anew', async () => {
  let isBroken = true;
  link = open({
    listTopics: async () => {
      if (isBroken) throw new Error('the database is away');
      return wanted;
    },
  });
  await expect(link.tick()).rejects.toThrow('the database is away');
  expect(link.isConnected()).toBe(false);
  isBroken = false;
  expect(await link.tick()).toBe(0);
  expect(link.isConnected()).toBe(true);
  expect(faults).toEqual([]);
});

test('C09 a relay that takes connections and says nothing is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  link = open({ url: `ws://127.0.0.1:${(silent.address() as AddressInfo).port}`, timeoutMs: 200 });
  const tick = link.tick();
  const [socket] = (await once(silent, 'connection')) as [{ destroy: () => void }];
  expect(await tick).toBe(0);
  expect(faults).toHaveLength(1);
  socket.destroy();
  silent.close();
});

test('the end waits for what is being taken', async () => {
  const [began, done] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let ended = false;
  link = open({
    take: () => {
      began.resolve(undefined);
      return done.promise;
    },
  });
  const topic = newTopic();
  wanted = new Set([topic]);
  await link.tick();
  await site.publish(letter(topic, 'slow'));
  await began.promise;
  const closing = link.close().then(() => (ended = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(false);
  done.resolve(undefined);
  await closing;
  expect(link.isConnected()).toBe(false);
});
