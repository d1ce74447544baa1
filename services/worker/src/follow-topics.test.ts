import { randomBytes } from 'node:crypto';
import { topicOf, type SymKey, type Topic } from '@tern/wallet-connection/keys';
import type { Relay } from '@tern/wallet-connection/open-relay';
import { CallFault, RelayFault } from '@tern/wallet-connection/relay-fault';
import { beforeEach, expect, test } from 'vitest';
import { openTopicFollower, type TopicFollower } from './follow-topics.ts';

// Goal: a mailbox that the relay does not let us listen to keeps nobody from the others. Method: a relay that refuses single
// mailboxes, or says nothing about them.

const newTopic = (): Topic => topicOf(randomBytes(32).toString('hex') as SymKey);
const [good, bad, third] = [newTopic(), newTopic(), newTopic()];

let [now, faults] = [0, [] as CallFault[]];
let [asked, fails] = [[] as Topic[], new Map<Topic, Error>()];
let subscribed: Set<Topic>;
let follower: TopicFollower;
beforeEach(() => {
  [now, faults, asked, fails, subscribed] = [0, [], [], new Map(), new Set()];
  follower = openTopicFollower({ elapsedMs: () => now, onFault: (fault) => faults.push(fault) });
});

const call = (topic: Topic): Promise<void> => {
  asked.push(topic);
  const fault = fails.get(topic);
  return fault === undefined ? Promise.resolve() : Promise.reject(fault);
};
const relay: Relay = {
  ...{ subscribe: call, unsubscribe: call, publish: () => Promise.resolve(), close: () => undefined },
  closed: new Promise(() => undefined),
};
const follow = (...wanted: Topic[]) => follower(relay, { subscribed, wanted: new Set(wanted) });

const refused = new CallFault('no', { isAnswered: true });
const silent = new CallFault('silence', { isAnswered: false });

test.each([
  ['refuses', refused],
  ['says nothing about', silent],
])('C09 a mailbox that the relay %s rests for a minute, and the others are listened to', async (_, fault) => {
  fails.set(bad, fault);
  await follow(bad, good);
  expect([...subscribed]).toEqual([good]);
  expect(faults).toEqual([fault]);
  now = 59_999;
  await follow(bad, good, third);
  expect(asked).toEqual([bad, good, third]);
  fails.clear();
  now = 60_000;
  await follow(bad, good, third);
  expect(subscribed).toEqual(new Set([good, third, bad]));
  expect(faults).toHaveLength(1);
});

test('C09 one that is asked for alone and not answered ends the connection, and does not end the next one', async () => {
  fails.set(bad, silent);
  await expect(follow(bad)).rejects.toBe(silent);
  expect(subscribed.size).toBe(0);
  await follow(bad, good);
  expect([...subscribed]).toEqual([good]);
});

test('C09 a relay that answers nobody is gone: no mailbox rests for it', async () => {
  for (const topic of [bad, good]) fails.set(topic, silent);
  await expect(follow(bad, good)).rejects.toBe(silent);
  fails.clear();
  subscribed = new Set();
  expect(await follow(bad, good)).toBe(2);
  expect([...subscribed]).toEqual([bad, good]);
});

test('the end of the connection is thrown', async () => {
  fails.set(bad, new RelayFault('ended'));
  await expect(follow(bad, good)).rejects.toThrow('ended');
});

test('many that are refused are told of once', async () => {
  const many = Array.from({ length: 120 }, newTopic);
  for (const topic of many) fails.set(topic, refused);
  await follow(...many);
  expect(faults).toHaveLength(1);
});

test('C09 a mailbox that the relay does not let go of is left all the same', async () => {
  await follow(good, bad, third);
  fails.set(bad, refused);
  await follow(third);
  expect([...subscribed]).toEqual([third]);
  expect(faults).toEqual([refused]);
  fails.set(third, silent);
  await expect(follow()).rejects.toBe(silent);
});
