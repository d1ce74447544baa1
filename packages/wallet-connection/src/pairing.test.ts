import { describe, expect, test } from 'vitest';
import { approveProposal } from './approve-proposal.ts';
import { deriveSymKey, generateKeyPair, topicOf } from './keys.ts';
import { limits } from './limits.ts';
import { receiveOnPairing, rejectProposal } from './pairing.ts';
import {
  address,
  approve,
  chain,
  freshPairing,
  idAt,
  now,
  proposal,
  siteKeys,
  tron,
  wallet,
} from './testing/example-site.ts';

const metadata = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };
const ours = { address, chain, metadata, settleId: idAt(now, 2), nowSeconds: now };

describe('a proposal', () => {
  test('is shown with who asks and what it can ask for', () => {
    const step = receiveOnPairing(freshPairing(), proposal(), wallet);
    expect(step).toMatchObject({
      pairing: { phase: 'proposed' },
      outgoing: [],
      proposal: {
        site: { host: 'app.harbour.example', name: 'Harbour Market', hasOtherLetters: false },
        methods: ['tron_signMessage', 'tron_signTransaction'],
        expiresAt: now + 300,
      },
    });
  });

  test('that is approved is answered on the link’s topic and settled on a topic that the link does not lead to', () => {
    const { connection, onPairing, onConnection, pairing } = approve();
    const { responderPublicKey } = (onPairing.payload as { result: { responderPublicKey: never } }).result;
    // The site derives the same key, and nobody else can.
    expect(deriveSymKey(siteKeys.privateKey, responderPublicKey)).toBe(connection.symKey);
    expect(connection.topic).toBe(topicOf(connection.symKey));
    expect(onPairing).toMatchObject({ topic: pairing.topic, tag: 1101, ttl: 300, payload: { id: idAt(now, 1) } });
    expect(onConnection).toMatchObject({
      topic: connection.topic,
      tag: 1102,
      ttl: 300,
      payload: {
        method: 'wc_sessionSettle',
        params: {
          namespaces: {
            tron: { chains: [chain], accounts: [`${chain}:${address}`], methods: connection.methods, events: [] },
          },
          sessionProperties: { tron_method_version: 'v1' },
          expiry: now + limits.connectionSeconds,
        },
      },
    });
    expect(JSON.stringify(onConnection)).not.toContain(connection.symKey);
    expect(JSON.stringify(onPairing)).not.toContain(connection.symKey);
  });

  test('that is rejected says so to the site', () => {
    const { pairing } = receiveOnPairing(freshPairing(), proposal(), wallet);
    const step = rejectProposal(pairing);
    expect(rejectProposal(step.pairing).outgoing).toEqual([]);
    expect(rejectProposal(freshPairing()).outgoing).toEqual([]);
    expect(step.outgoing).toMatchObject([{ tag: 1120, payload: { id: idAt(now, 1), error: { code: 5000 } } }]);
    expect(approveProposal(step.pairing, { ...ours, keys: generateKeyPair() })).toEqual({ refusal: 'unknown-request' });
  });

  test('C02 can be approved once, and in time', () => {
    const { pairing } = receiveOnPairing(freshPairing(), proposal(), wallet);
    const late = { ...ours, keys: generateKeyPair(), nowSeconds: now + 300 };
    expect(approveProposal(pairing, late)).toEqual({ refusal: 'proposal-expired' });
    expect(approveProposal(freshPairing(), { ...ours, keys: generateKeyPair() })).toEqual({
      refusal: 'unknown-request',
    });
    expect(approveProposal(approve().pairing, { ...ours, keys: generateKeyPair() })).toEqual({
      refusal: 'unknown-request',
    });
  });

  test('C06 whose key makes the connection readable for everybody is not approved', () => {
    const proposer = { publicKey: '0'.repeat(64), metadata: { name: 'x', url: 'https://app.harbour.example' } };
    const { pairing } = receiveOnPairing(freshPairing(), proposal({ proposer }), wallet);
    expect(approveProposal(pairing, { ...ours, keys: generateKeyPair() })).toEqual({ refusal: 'bad-public-key' });
  });

  test('may require the network by its name, or offer others beside it', () => {
    const inline = { [chain]: { methods: ['tron_signMessage'], events: [] } };
    const eip155 = { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] };
    for (const changes of [
      { requiredNamespaces: inline, optionalNamespaces: {} },
      { requiredNamespaces: {}, optionalNamespaces: { ...inline, eip155 } },
      {
        requiredNamespaces: {},
        optionalNamespaces: { tron: { ...tron, methods: ['tron_signMessage', 'x'], events: ['y'] } },
      },
    ]) {
      expect(receiveOnPairing(freshPairing(), proposal(changes), wallet).proposal?.methods).toEqual([
        'tron_signMessage',
      ]);
    }
  });
});

describe('C01 C03 proposals of hostile sites', () => {
  const otherChain = { ...tron, chains: ['tron:0x94a9059e'] };
  test.each([
    ['that are no object', { relays: 'irn' }, 'malformed-proposal', -32602],
    [
      'with a key that is none',
      { proposer: { publicKey: 'ff', metadata: { name: '', url: '' } } },
      'malformed-proposal',
      -32602,
    ],
    ['with thousands of namespaces', { optionalNamespaces: many(5_000) }, 'malformed-proposal', -32602],
    ['with a name as long as a book', named('x'.repeat(100_000)), 'malformed-proposal', -32602],
    ['that expired', { expiryTimestamp: now }, 'proposal-expired', 5000],
    ['over another relay', { relays: [{ protocol: 'waku' }] }, 'other-relay', 5000],
    ['without an address', named('Bank', ''), 'bad-site-address', 5000],
    ['of a script', named('Bank', 'javascript:alert(1)'), 'bad-site-address', 5000],
    ['for another chain of Tron', required({ tron: otherChain }), 'foreign-chain', 5100],
    ['that only offer another chain of Tron', { optionalNamespaces: { tron: otherChain } }, 'foreign-chain', 5100],
    [
      'for two chains at once',
      required({ tron: { ...tron, chains: [chain, 'tron:0x94a9059e'] } }),
      'foreign-chain',
      5100,
    ],
    ['for no chain', required({ tron: { methods: ['tron_signMessage'], events: [] } }), 'foreign-chain', 5100],
    ['for another ecosystem', required({ tron, eip155: { ...tron, chains: ['eip155:1'] } }), 'foreign-namespace', 5104],
    ['for no ecosystem', { optionalNamespaces: {} }, 'foreign-namespace', 5104],
    [
      'that require a method we do not have',
      required({ tron: { ...tron, methods: ['tron_sendAll'] } }),
      'unsupported-method',
      5101,
    ],
    [
      'that ask for no method of ours',
      { optionalNamespaces: { tron: { ...tron, methods: ['x'] } } },
      'unsupported-method',
      5101,
    ],
    ['that require an event', required({ tron: { ...tron, events: ['accountsChanged'] } }), 'unsupported-event', 5102],
  ] as const)('%s are refused, and the link is used up', (_, changes, refusal, code) => {
    const step = receiveOnPairing(freshPairing(), proposal(changes), wallet);
    expect(step).toMatchObject({ refusal, pairing: { phase: 'over' } });
    expect(step.proposal).toBeUndefined();
    expect(step.outgoing).toMatchObject([{ tag: 1120, payload: { error: { code } } }]);
    const again = receiveOnPairing(step.pairing, proposal({}, idAt(now, 9)), wallet);
    expect(again).toMatchObject({ refusal: 'second-proposal' });
  });

  test('C06 a second site that has seen the link is refused, before and after the person decided', () => {
    const first = receiveOnPairing(freshPairing(), proposal(), wallet);
    for (const { pairing } of [first, approve()]) {
      const step = receiveOnPairing(pairing, proposal(named('Bank', 'https://bank.example'), idAt(now, 9)), wallet);
      expect(step).toMatchObject({ refusal: 'second-proposal', outgoing: [{ payload: { error: { code: 5000 } } }] });
      expect(step.pairing.proposal).toEqual(first.proposal);
    }
  });

  test('C02 a replayed proposal changes nothing and is not answered', () => {
    const { pairing } = receiveOnPairing(freshPairing(), proposal(), wallet);
    const step = receiveOnPairing(pairing, proposal(named('Bank', 'https://bank.example')), wallet);
    expect(step).toEqual({ pairing: { ...pairing, received: 2 }, outgoing: [], refusal: 'replayed' });
  });

  test('C04 a flood is dropped without an answer', () => {
    let pairing = freshPairing();
    const ping = { request: { id: 1, method: 'wc_pairingPing', params: {} } };
    for (let sent = 0; sent < limits.messagesPerMinute; sent += 1) {
      const step = receiveOnPairing(pairing, ping, wallet);
      expect(step.outgoing).toHaveLength(1);
      pairing = step.pairing;
    }
    expect(receiveOnPairing(pairing, proposal(), wallet)).toMatchObject({ outgoing: [], refusal: 'flood' });
  });

  test('C04 a flood is a flood also after the link’s time, while its proposal waits for the person', () => {
    let { pairing } = receiveOnPairing(freshPairing(), proposal(), wallet);
    const late = { ...wallet, nowSeconds: now + 300 };
    const ping = { request: { id: 1, method: 'wc_pairingPing', params: {} } };
    for (let sent = 1; sent < limits.messagesPerMinute; sent += 1) {
      const step = receiveOnPairing(pairing, ping, late);
      expect(step).toMatchObject({ outgoing: [], refusal: 'link-expired' });
      pairing = step.pairing;
    }
    // Whoever stores what changed stores nothing of a flood.
    expect(receiveOnPairing(pairing, ping, late)).toMatchObject({ outgoing: [], refusal: 'flood' });
  });

  test('C02 after five minutes the link takes nothing', () => {
    const late = { ...wallet, nowSeconds: now + 300 };
    expect(receiveOnPairing(freshPairing(), proposal(), late)).toMatchObject({ outgoing: [], refusal: 'link-expired' });
  });

  test('other messages are answered or dropped as the protocol says', () => {
    const ask = (method: string) => ({ request: { id: 5, method, params: {} } });
    const authenticate = receiveOnPairing(freshPairing(), ask('wc_sessionAuthenticate'), wallet);
    expect(authenticate).toMatchObject({ outgoing: [{ payload: { error: { code: 10001 } } }] });
    expect(receiveOnPairing(authenticate.pairing, proposal(), wallet).proposal).toBeDefined();
    const deleted = receiveOnPairing(freshPairing(), ask('wc_pairingDelete'), wallet);
    expect(deleted).toMatchObject({ pairing: { phase: 'over' }, outgoing: [{ tag: 1001, payload: { result: true } }] });
    expect(receiveOnPairing(freshPairing(), { response: { id: 5, accepted: true } }, wallet)).toMatchObject({
      outgoing: [],
      refusal: 'unknown-response',
    });
  });
});

function named(name: string, url = 'https://app.harbour.example'): object {
  return { proposer: { publicKey: siteKeys.publicKey, metadata: { name, url } } };
}

function required(requiredNamespaces: object): object {
  return { requiredNamespaces, optionalNamespaces: {} };
}

function many(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, tron]));
}

test('C06 the topic of an approved connection is never that of the link', () => {
  expect(approve().connection.topic).not.toBe(freshPairing().topic);
  expect(topicOf(freshPairing().symKey)).toBe(freshPairing().topic);
});
