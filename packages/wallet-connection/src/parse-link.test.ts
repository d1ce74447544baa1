import { expect, test } from 'vitest';
import { topicOf, type SymKey } from './keys.ts';
import { limits } from './limits.ts';
import { parseLink } from './parse-link.ts';

const now = 1_795_000_000;
const symKey = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303' as SymKey;
const topic = topicOf(symKey);
const good = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`;

test.each([
  ['as the ecosystem’s clients write it', `${good}&expiryTimestamp=${now + 290}`, now + 290],
  ['without an end', good, now + 300],
  ['with the parameters the other way round', `wc:${topic}@2?symKey=${symKey}&relay-protocol=irn`, now + 300],
  ['with slashes behind the scheme', good.replace('wc:', 'wc://'), now + 300],
  ['with an upper-case scheme', good.replace('wc:', 'WC:'), now + 300],
  ['with parameters of others', `${good}&methods=wc_sessionPropose&x=1&x=2`, now + 300],
  ['with an end far away, which is brought closer', `${good}&expiryTimestamp=999999999999`, now + 300],
])('a link %s', (_, link, expiresAt) => {
  expect(parseLink(link, now)).toEqual({ topic, symKey, expiresAt });
});

test.each([
  ['nothing', '', 'not-a-link'],
  ['another scheme', good.replace('wc:', 'tron:'), 'not-a-link'],
  ['spaces around it', ` ${good}`, 'not-a-link'],
  ['a fragment', `${good}#x`, 'not-a-link'],
  ['no query', `wc:${topic}@2`, 'not-a-link'],
  ['version 1', 'wc:00e46b69-d0cc-4b3e-b6a2-cee442f97188@1?bridge=https%3A%2F%2Fbridge.example&key=91', 'old-version'],
  ['version 3', good.replace('@2', '@3'), 'not-a-link'],
  ['a topic that is none', good.replace(topic, 'abc'), 'bad-topic'],
  ['a topic in upper case', good.replace(topic, topic.toUpperCase()), 'bad-topic'],
  ['no key', `wc:${topic}@2?relay-protocol=irn`, 'bad-key'],
  ['a short key', good.slice(0, -1), 'bad-key'],
  ['the topic of another key', good.replace(topic, topicOf(topic as string as SymKey)), 'topic-mismatch'],
  ['another relay', good.replace('irn', 'waku'), 'other-relay'],
  ['no relay', `wc:${topic}@2?symKey=${symKey}`, 'other-relay'],
  ['two keys', `${good}&symKey=${symKey}`, 'repeated-parameter'],
  ['two ends', `${good}&expiryTimestamp=${now + 9}&expiryTimestamp=${now + 9}`, 'repeated-parameter'],
  ['an end that is no number', `${good}&expiryTimestamp=soon`, 'bad-expiry'],
  ['a negative end', `${good}&expiryTimestamp=-1`, 'bad-expiry'],
  ['an end that is now', `${good}&expiryTimestamp=${now}`, 'link-expired'],
  ['too much', `${good}&x=${'x'.repeat(limits.linkChars)}`, 'link-too-long'],
])('C01 a link with %s is refused', (_, link, refusal) => {
  expect(parseLink(link, now)).toEqual({ refusal });
});
