import { describe, expect, test } from 'vitest';
import { answerRequest } from './answer-request.ts';
import type { Connection } from './connection.ts';
import { endConnection } from './end-connection.ts';
import { limits } from './limits.ts';
import { readPayload, type Payload } from './payload.ts';
import { receiveOnConnection } from './receive-on-connection.ts';
import { address, approve, connected, idAt, now, otherAddress, siteRequest } from './testing/example-site.ts';

const id = idAt(now, 7);
const rawData = '0a02b1f62208';

describe('settling', () => {
  test('the site’s word makes the connection active', () => {
    const { connection } = approve();
    expect(connection.phase).toBe('settling');
    const step = receiveOnConnection(connection, response(connection.settleId, true), now);
    expect(step).toMatchObject({ connection: { phase: 'active' }, outgoing: [] });
    expect(receiveOnConnection(step.connection, response(connection.settleId, false), now)).toMatchObject({
      connection: { phase: 'active' },
      refusal: 'unknown-response',
    });
  });

  test('a site that does not accept ends it', () => {
    const { connection } = approve();
    const step = receiveOnConnection(connection, response(connection.settleId, false), now);
    expect(step.connection).toMatchObject({ phase: 'over', endedBy: 'site' });
  });

  test('the first request can come before the site’s word', () => {
    const { connection } = approve();
    const step = receiveOnConnection(connection, siteRequest(id), now);
    expect(step).toMatchObject({ connection: { phase: 'active' }, request: { id } });
  });

  test('a site that does not answer for five minutes is not connected', () => {
    const { connection } = approve();
    const step = receiveOnConnection(connection, response(connection.settleId, true), now + 300);
    expect(step.connection).toMatchObject({ phase: 'over', endedBy: 'expiry' });
    // It was told that it is connected for a week, so it is told that it is not.
    expect(step.outgoing).toMatchObject([{ topic: connection.topic, payload: { method: 'wc_sessionDelete' } }]);
    const { connection: active } = receiveOnConnection(connection, response(connection.settleId, true), now + 299);
    expect(active.expiresAt).toBe(now + limits.connectionSeconds);
  });

  test('an answer to something else is dropped', () => {
    const { connection } = approve();
    expect(receiveOnConnection(connection, response(connection.settleId + 1, true), now)).toMatchObject({
      connection: { phase: 'settling' },
      outgoing: [],
      refusal: 'unknown-response',
    });
  });
});

describe('a request', () => {
  test('to sign a message is shown and answered once', () => {
    const step = receiveOnConnection(connected(), siteRequest(id), now);
    expect(step).toMatchObject({
      outgoing: [],
      request: { id, expiresAt: now + 300, asks: { kind: 'message', text: 'Sign in to Harbour Market' } },
    });
    const answered = answerRequest(step.connection, id, { signature: '0xab' }, now);
    expect(answered).toMatchObject({
      connection: { waiting: [] },
      outgoing: { topic: step.connection.topic, tag: 1109, ttl: 300, payload: { id, result: { signature: '0xab' } } },
    });
    const after = 'refusal' in answered ? expect.fail() : answered.connection;
    expect(answerRequest(after, id, { signature: '0xab' }, now)).toEqual({ refusal: 'unknown-request' });
  });

  test.each([
    ['new', { raw_data_hex: rawData }],
    ['old', { transaction: { raw_data_hex: rawData.toUpperCase() } }],
  ])('C07 to sign a transaction in the %s form can only be rejected, with a reason', (_, transaction) => {
    const request = { method: 'tron_signTransaction', params: { address, transaction } };
    const step = receiveOnConnection(connected(), siteRequest(id, request), now);
    expect(step.request?.asks).toEqual({ kind: 'transaction', rawData });
    expect(answerRequest(step.connection, id, { signature: '0xab' }, now)).toEqual({ refusal: 'unsupported-method' });
    expect(answerRequest(step.connection, id, { rejected: 'It is paid by a transfer.' }, now)).toMatchObject({
      outgoing: { payload: { id, error: { code: 5000, message: 'It is paid by a transfer.' } } },
    });
  });

  test('C02 cannot be answered after its end, or after the end of the connection', () => {
    const { connection } = receiveOnConnection(connected(), siteRequest(id), now);
    expect(answerRequest(connection, id, { signature: '' }, now + 300)).toEqual({ refusal: 'request-expired' });
    expect(answerRequest(connection, id, { signature: '' }, connection.expiresAt)).toEqual({
      refusal: 'connection-expired',
    });
    const ended = endConnection(connection, idAt(now, 8));
    expect(answerRequest(ended.connection, id, { signature: '' }, now)).toEqual({ refusal: 'connection-ended' });
  });

  test('without an end of its own is good for five minutes from the time in its id', () => {
    const open = { expiryTimestamp: undefined };
    expect(receiveOnConnection(connected(), siteRequest(id, open), now).request?.expiresAt).toBe(now + 300);
    expect(receiveOnConnection(connected(), siteRequest(id, open), now + 300)).toMatchObject({
      refusal: 'request-expired',
    });
    expect(receiveOnConnection(connected(), siteRequest(5, open), now)).toMatchObject({ refusal: 'request-expired' });
  });
});

describe('requests of hostile sites', () => {
  const message = (text: unknown, from: unknown = address): object => ({ params: { address: from, message: text } });
  const transaction = (raw: unknown): object => ({
    method: 'tron_signTransaction',
    params: { address, transaction: { raw_data_hex: raw } },
  });
  test.each([
    ['without parameters', { params: undefined }, {}, 'malformed-request', -32602],
    ['with an array', { params: [address, 'text'] }, {}, 'malformed-request', -32602],
    ['with an empty text', message(''), {}, 'malformed-request', -32602],
    ['with half a character', message('\ud83d'), {}, 'malformed-request', -32602],
    ['with a number as the text', message(7), {}, 'malformed-request', -32602],
    ['with a long text', message('x'.repeat(limits.messageBytes + 1)), {}, 'message-too-long', -32602],
    [
      'with a text that is long in bytes',
      message('語'.repeat(limits.messageBytes / 2)),
      {},
      'message-too-long',
      -32602,
    ],
    ['for another address', message('text', otherAddress), {}, 'foreign-address', 5103],
    ['for an address that is none', message('text', 'T'), {}, 'foreign-address', 5103],
    ['for another chain', {}, { chainId: 'tron:0xcd8690dc' }, 'foreign-chain', 5100],
    ['for another ecosystem', {}, { chainId: 'eip155:1' }, 'foreign-chain', 5100],
    ['for another method', { method: 'tron_sendTransaction' }, {}, 'unsupported-method', 5101],
    ['for a property of every object', { method: 'constructor' }, {}, 'unsupported-method', 5101],
    ['with a transaction that is not hexadecimal', transaction('0xzz'), {}, 'malformed-request', -32602],
    ['with an empty transaction', transaction(''), {}, 'malformed-request', -32602],
    ['with a long transaction', transaction('ab'.repeat(limits.transactionDigits)), {}, 'transaction-too-long', -32602],
    ['that expired', { expiryTimestamp: now }, {}, 'request-expired', 8000],
    ['that are open for a week', { expiryTimestamp: now + 7 * 86_400 }, {}, 'request-open-too-long', -32602],
  ])('C01 C03 %s are refused with the code of the protocol', (_, request, changes, refusal, code) => {
    const before = connected();
    const step = receiveOnConnection(before, siteRequest(id, request, changes), now);
    expect(step).toMatchObject({ refusal, outgoing: [{ tag: 1109, payload: { id, error: { code } } }] });
    expect(step.request).toBeUndefined();
    expect(step.connection).toEqual({ ...before, minute: { startedAt: now, messages: 1 } });
  });

  test('C03 a method that was not granted is refused', () => {
    const connection: Connection = { ...connected(), methods: ['tron_signMessage'] };
    expect(receiveOnConnection(connection, siteRequest(id, transaction('ab')), now)).toMatchObject({
      refusal: 'unsupported-method',
    });
  });

  test('C02 a replayed request is dropped while it waits, after it was answered, and with another text', () => {
    const first = receiveOnConnection(connected(), siteRequest(id), now).connection;
    const answered = answerRequest(first, id, { signature: '0x' }, now);
    const second = 'refusal' in answered ? expect.fail() : answered.connection;
    for (const connection of [first, second]) {
      for (const again of [siteRequest(id), siteRequest(id, message('Another text'))]) {
        const step = receiveOnConnection(connection, again, now + 1);
        expect(step).toMatchObject({ outgoing: [], refusal: 'replayed' });
        expect(step.connection.waiting).toEqual(connection.waiting);
      }
    }
  });

  test('C02 once its id is forgotten a replayed request has expired by itself, however long it was open', () => {
    const { rememberedSeconds } = limits;
    const longest = { expiryTimestamp: now + limits.requestSeconds };
    for (const request of [{}, longest]) {
      const { connection } = receiveOnConnection(connected(), siteRequest(id, request), now);
      const late = receiveOnConnection(connection, siteRequest(id, request), now + rememberedSeconds - 1);
      expect(late.refusal).toBe('replayed');
      const step = receiveOnConnection(connection, siteRequest(id, request), now + rememberedSeconds);
      expect(step).toMatchObject({ refusal: 'request-expired', connection: { remembered: [], waiting: [] } });
    }
  });

  test('C04 requests that are open for a second are no more in a day than any others', () => {
    let connection = connected();
    let shown = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      for (let sent = 0; sent < limits.messagesPerMinute; sent += 1) {
        const at = now + minute * 60 + sent * 2;
        const step = receiveOnConnection(connection, siteRequest(idAt(at, sent), { expiryTimestamp: at + 1 }), at);
        if (step.request !== undefined) shown += 1;
        connection = step.connection;
      }
    }
    expect(shown).toBe(limits.remembered);
    expect(connection.remembered).toHaveLength(limits.remembered);
  });

  test('C04 at most three requests wait, and one that was refused for it does not come back', () => {
    let connection = connected();
    for (let sent = 0; sent < limits.waiting; sent += 1) {
      connection = receiveOnConnection(connection, siteRequest(id + sent), now).connection;
    }
    const step = receiveOnConnection(connection, siteRequest(id + 9), now);
    expect(step).toMatchObject({ refusal: 'too-many-waiting', outgoing: [{ payload: { error: { code: -32005 } } }] });
    const answered = answerRequest(step.connection, id, { rejected: 'no' }, now);
    const freed = 'refusal' in answered ? expect.fail() : answered.connection;
    expect(receiveOnConnection(freed, siteRequest(id + 9), now)).toMatchObject({ refusal: 'replayed' });
    expect(receiveOnConnection(freed, siteRequest(id + 10), now).request).toBeDefined();
  });

  test('C04 a flood is dropped without an answer, until the next minute', () => {
    let connection = connected();
    for (let sent = 0; sent < limits.messagesPerMinute; sent += 1) {
      connection = receiveOnConnection(connection, ping(sent + 1), now).connection;
    }
    const step = receiveOnConnection(connection, siteRequest(id), now + 59);
    expect(step).toMatchObject({ outgoing: [], refusal: 'flood' });
    expect(receiveOnConnection(step.connection, siteRequest(id), now + 60).request).toBeDefined();
  });

  test('C02 our own messages, sent back to us by the relay, change nothing', () => {
    const { connection, onConnection } = approve();
    const asked = receiveOnConnection(connected(), siteRequest(id), now).connection;
    const answered = answerRequest(asked, id, { signature: '0xab' }, now);
    const { connection: after, outgoing: reply } = 'refusal' in answered ? expect.fail() : answered;
    for (const [before, sent, refusal] of [
      [connection, onConnection, 'only-the-wallet-may'],
      [after, reply, 'unknown-response'],
      [connected(), receiveOnConnection(connected(), ping(9), now).outgoing[0], 'unknown-response'],
    ] as const) {
      const payload = readPayload(JSON.stringify(sent?.payload));
      const step = receiveOnConnection(before, 'refusal' in payload ? expect.fail() : payload, now);
      expect(step.refusal).toBe(refusal);
      expect({ ...step.connection, minute: before.minute }).toEqual(before);
    }
  });

  test('C02 C04 what is remembered against replays is limited, and then nothing new is taken', () => {
    const remembered = Array.from({ length: limits.remembered }, (_, index) => ({ id: index + 1, until: now + 100 }));
    const full: Connection = { ...connected(), remembered };
    expect(receiveOnConnection(full, siteRequest(id), now)).toMatchObject({ outgoing: [], refusal: 'flood' });
    expect(receiveOnConnection(full, siteRequest(id), now + 100).request).toBeDefined();
  });

  test.each(['wc_sessionUpdate', 'wc_sessionExtend', 'wc_sessionEvent', 'wc_sessionSettle'])(
    '%s is the wallet’s to send',
    (method) => {
      const before = connected();
      const step = receiveOnConnection(before, { request: { id, method, params: { expiry: now + 9e9 } } }, now);
      expect(step).toMatchObject({
        refusal: 'only-the-wallet-may',
        outgoing: [{ payload: { error: { code: 3003 } } }],
      });
      expect(step.connection).toMatchObject({ expiresAt: before.expiresAt, address: before.address });
    },
  );

  test.each(['wc_sessionPropose', 'wc_unheardOf', 'toString', '__proto__'])('%s is unknown here', (method) => {
    const step = receiveOnConnection(connected(), { request: { id, method, params: {} } }, now);
    expect(step).toMatchObject({
      refusal: 'unknown-protocol-method',
      outgoing: [{ payload: { error: { code: 10001 } } }],
    });
  });
});

describe('the end', () => {
  test('by the site is confirmed, and takes open requests along', () => {
    const { connection } = receiveOnConnection(connected(), siteRequest(id), now);
    const step = receiveOnConnection(connection, { request: { id: 5, method: 'wc_sessionDelete', params: {} } }, now);
    expect(step).toMatchObject({
      connection: { phase: 'over', endedBy: 'site', waiting: [] },
      outgoing: [{ tag: 1113, ttl: 86_400, payload: { id: 5, result: true } }],
    });
    expect(receiveOnConnection(step.connection, siteRequest(id + 1), now)).toEqual({
      connection: step.connection,
      outgoing: [],
      refusal: 'connection-ended',
    });
  });

  test('by the person is told to the site, once', () => {
    const ended = endConnection(connected(), idAt(now, 8));
    expect(ended).toMatchObject({
      connection: { phase: 'over', endedBy: 'person' },
      outgoing: [{ tag: 1112, payload: { method: 'wc_sessionDelete', params: { code: 6000 } } }],
    });
    expect(endConnection(ended.connection, idAt(now, 9)).outgoing).toEqual([]);
  });

  test('C08 comes by itself after a week', () => {
    const connection = connected();
    expect(connection.expiresAt).toBe(now + limits.connectionSeconds);
    expect(receiveOnConnection(connection, ping(1), connection.expiresAt)).toMatchObject({
      connection: { phase: 'over', endedBy: 'expiry' },
      outgoing: [],
      refusal: 'connection-expired',
    });
  });
});

test('a ping is answered', () => {
  expect(receiveOnConnection(connected(), ping(9), now).outgoing).toMatchObject([
    { tag: 1115, payload: { id: 9, jsonrpc: '2.0', result: true } },
  ]);
});

function ping(pingId: number): Payload {
  return { request: { id: pingId, method: 'wc_sessionPing', params: {} } };
}

function response(responseId: number, accepted: boolean): Payload {
  return { response: { id: responseId, accepted } };
}
