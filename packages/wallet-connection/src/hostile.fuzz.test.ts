import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerRequest } from './answer-request.ts';
import type { Connection } from './connection.ts';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import { limits } from './limits.ts';
import { openPayload } from './open-payload.ts';
import { receiveOnPairing } from './pairing.ts';
import { parseLink } from './parse-link.ts';
import { readPayload } from './payload.ts';
import { receiveOnConnection } from './receive-on-connection.ts';
import { readSite } from './site.ts';
import { address, chain, connected, freshPairing, now, proposal, siteRequest, wallet } from './testing/example-site.ts';

const { symKey } = freshPairing();
const active = connected();
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json());

/** Texts with parts that mean something, so that more than the first check is reached. */
const almostLinks = fc
  .array(
    fc.oneof(
      fc.constantFrom('wc:', '//', '@2', '?', '&', 'symKey=', symKey, freshPairing().topic, 'relay-protocol=irn', '#'),
      fc.constantFrom('expiryTimestamp=', String(now), String(now + 10), '%', '@1', '__proto__='),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));

/** The object with one value anywhere in it replaced by anything. */
function spoilt(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value);
  return fc
    .tuple(
      fc.constantFrom(...paths),
      fc.oneof(fc.jsonValue(), fc.constantFrom(Number.MAX_VALUE, '__proto__', -1, 2 ** 53)),
    )
    .map(([path, other]) => replace(value, path, other));
}

test('C01 a link never throws, and what it gives is checked', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, almostLinks), (text) => {
      const read = parseLink(text, now);
      if (!('refusal' in read)) expect(read.expiresAt).toBeGreaterThan(now);
    }),
    { numRuns: 2_000 },
  );
});

test('C01 an envelope never throws; what was sealed opens, and nothing else does', () => {
  fc.assert(
    fc.property(
      anyText.map((text) => text.toWellFormed()),
      fc.base64String(),
      (text, garbage) => {
        expect(openEnvelope(sealEnvelope(symKey, text), symKey)).toEqual({ text });
        expect(openEnvelope(garbage, symKey)).toHaveProperty('refusal');
        expect(openEnvelope(text, symKey)).toHaveProperty('refusal');
      },
    ),
    { numRuns: 2_000 },
  );
});

test('C01 what an envelope holds never throws and is one thing', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(Object.keys(readPayload(text))).toHaveLength(1);
      expect(Object.keys(openPayload(sealEnvelope(symKey, text), symKey))).toHaveLength(1);
    }),
    { numRuns: 2_000 },
  );
});

test('C01 deep and wide values are read or refused in time', () => {
  const deep = '['.repeat(60_000) + ']'.repeat(60_000);
  for (const params of [deep, `{"__proto__":{"x":1}}`, `{"a":${'9'.repeat(10_000)}}`]) {
    const text = `{"id":1,"jsonrpc":"2.0","method":"wc_sessionPropose","params":${params}}`;
    const read = readPayload(text);
    if (!('refusal' in read)) expect(receiveOnPairing(freshPairing(), read, wallet)).toHaveProperty('refusal');
  }
});

test('C01 C03 a spoilt proposal never throws, and one that is shown names this network and a real address', () => {
  const { request } = proposal() as { readonly request: { readonly params: unknown } };
  fc.assert(
    fc.property(spoilt(request.params), (params) => {
      const step = receiveOnPairing(
        freshPairing(),
        { request: { id: 1, method: 'wc_sessionPropose', params } },
        wallet,
      );
      if (step.proposal === undefined) expect(step.refusal).toBeDefined();
      else {
        expect(step.proposal.site.host).toMatch(/^[\w.:-]+$/);
        expect(step.proposal.methods.length).toBeGreaterThan(0);
        expect(step.proposal.expiresAt).toBeLessThanOrEqual(now + limits.proposalSeconds);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('C01 C03 a spoilt request never throws, and one that is shown is for this address and can be shown', () => {
  const { request } = siteRequest(1) as { readonly request: { readonly params: unknown } };
  fc.assert(
    fc.property(spoilt(request.params), (params) => {
      const step = receiveOnConnection(active, { request: { id: 1, method: 'wc_sessionRequest', params } }, now);
      expect((step.request === undefined) === (step.refusal !== undefined)).toBe(true);
      const asked = params as {
        readonly chainId: string;
        readonly request: { readonly params: { readonly address: string } };
      };
      if (step.request === undefined) return;
      expect([asked.chainId, asked.request.params.address]).toEqual([chain, address]);
      expect(step.request.asks.kind === 'message' && step.request.asks.text.isWellFormed()).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('C05 names of sites never hold what turns or hides text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const site = readSite({ url: 'https://app.harbour.example', name });
      expect('refusal' in site ? 'refused' : site.name).toMatch(/^[^\p{C}\r\n]+$/u);
    }),
    { numRuns: 2_000 },
  );
});

const events = fc.record({
  kind: fc.constantFrom('request', 'request', 'request', 'replay', 'answer', 'settled', 'ping', 'delete', 'garbage'),
  id: fc.integer({ min: 1, max: 12 }),
  after: fc.integer({ min: 0, max: 90 }),
});

test('C02 in whatever order messages come, no id is shown twice, answered twice or open for longer than it may be', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 120 }), (list) => {
      let connection: Connection = { ...active, phase: 'settling' };
      let seconds = now;
      const shown = new Map<number, number>();
      const answered = new Set<number>();
      for (const { kind, id, after } of list) {
        seconds += after;
        if (kind === 'answer') {
          const given = answerRequest(connection, id, { signature: '0x' }, seconds);
          if ('refusal' in given) continue;
          expect(answered.has(id)).toBe(false);
          answered.add(id);
          connection = given.connection;
          continue;
        }
        const step = receiveOnConnection(connection, payloadOf(kind, id, connection), seconds);
        if (connection.phase === 'over') expect(step).toMatchObject({ outgoing: [], refusal: 'connection-ended' });
        if (step.request !== undefined) {
          expect(shown.has(id)).toBe(false);
          shown.set(id, seconds);
        }
        connection = step.connection;
        expect(connection.waiting.length).toBeLessThanOrEqual(limits.waiting);
        expect(connection.waiting.every(({ expiresAt }) => expiresAt > seconds)).toBe(true);
        expect(step.outgoing.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 1_000 },
  );
});

function payloadOf(kind: string, id: number, { settleId }: Connection): Parameters<typeof receiveOnConnection>[1] {
  switch (kind) {
    case 'settled':
      return { response: { id: settleId, accepted: true } };
    case 'ping':
      return { request: { id, method: 'wc_sessionPing', params: {} } };
    case 'delete':
      return { request: { id, method: 'wc_sessionDelete', params: {} } };
    case 'garbage':
      return { request: { id, method: 'wc_sessionRequest', params: { chainId: chain } } };
    default:
      return siteRequest(id, { expiryTimestamp: now + 1_200 });
  }
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

function replace(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.map((part: unknown, at) => (String(at) === key ? replace(part, rest, other) : part));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replace(object[key], rest, other) };
}
