import { systemClock } from '@tern/base/clock';
import { serveRelay, type LocalRelay } from '@tern/local-relay/serve-relay';
import { SignClient } from '@walletconnect/sign-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { address, chain, otherAddress } from './testing/example-site.ts';
import { ExampleWallet } from './testing/example-wallet.ts';

type Site = Awaited<ReturnType<typeof SignClient.init>>;

let relay: LocalRelay;
let site: Site;
let wallet: ExampleWallet;
const asked: string[] = [];

const tron = { chains: [chain], methods: ['tron_signTransaction', 'tron_signMessage'], events: [] };

beforeEach(async () => {
  // The client keeps itself in a global otherwise, and gives every test the relay of the first.
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    asked.push(String(input));
    return Promise.reject(new TypeError('the tests reach nothing outside'));
  });
  relay = await serveRelay({ port: 0, clock: systemClock });
  site = await SignClient.init({
    projectId: 'test',
    relayUrl: relay.url,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: 'Harbour Market', description: 'A market', url: 'https://app.harbour.example', icons: [] },
  });
  // One second after its start the client takes again whatever it has in hand; what it then ends twice rejects beside every test.
  Object.assign(site.engine, { processPendingMessageEvents: () => Promise.resolve() });
  wallet = new ExampleWallet();
  await wallet.open(relay.url);
});

afterEach(async () => {
  await wallet.close();
  site.core.heartbeat.stop();
  await site.core.relayer.transportClose();
  await relay.close();
  vi.unstubAllEnvs();
  vi.mocked(fetch).mockRestore();
  expect(asked.splice(0)).toEqual([]);
});

async function connect() {
  const { uri = '', approval } = await site.connect({ optionalNamespaces: { tron } });
  const proposal = await wallet.scan(uri);
  expect(proposal.site).toEqual({ host: 'app.harbour.example', hasOtherLetters: false, name: 'Harbour Market' });
  await wallet.approve();
  return approval();
}

test('the ecosystem’s client connects, has a message signed, is refused, and ends the connection', async () => {
  const session = await connect();
  expect(session.namespaces).toEqual({
    tron: { ...tron, methods: tron.methods.toReversed(), accounts: [`${chain}:${address}`] },
  });
  expect(session.sessionProperties).toEqual({ tron_method_version: 'v1' });
  const ask = (method: string, params: object) =>
    site.request({ topic: session.topic, chainId: chain, request: { method, params } });

  const signed = ask('tron_signMessage', { address, message: 'Sign in to Harbour Market 🦆' });
  const message = await wallet.requests.next();
  expect(message.asks).toEqual({ kind: 'message', text: 'Sign in to Harbour Market 🦆' });
  expect(wallet.connection.phase).toBe('active');
  await wallet.answer(message.id, { signature: '0xabcd' });
  expect(await signed).toEqual({ signature: '0xabcd' });

  await Promise.all([
    expect(ask('tron_signTransaction', { address, transaction: { raw_data_hex: '0a02' } })).rejects.toEqual({
      code: 5000,
      message: 'It is paid by a transfer.',
    }),
    wallet.requests.next().then(async ({ id, asks }) => {
      expect(asks).toEqual({ kind: 'transaction', rawData: '0a02' });
      await wallet.answer(id, { rejected: 'It is paid by a transfer.' });
    }),
  ]);

  await expect(ask('tron_signMessage', { address: otherAddress, message: 'text' })).rejects.toMatchObject({
    code: 5103,
  });
  await expect(ask('tron_signMessage', { address, message: '' })).rejects.toMatchObject({ code: -32602 });

  await site.ping({ topic: session.topic });
  await site.disconnect({ topic: session.topic, reason: { code: 6000, message: 'User disconnected.' } });
  expect(await wallet.ends.next()).toMatchObject({ phase: 'over', endedBy: 'site' });
});

test('the ecosystem’s client learns that the person turned it down', async () => {
  const { uri = '', approval } = await site.connect({ optionalNamespaces: { tron } });
  await Promise.all([
    expect(approval()).rejects.toMatchObject({ code: 5000 }),
    wallet.scan(uri).then(() => wallet.reject()),
  ]);
});

test('the ecosystem’s client learns that the person ended the connection', async () => {
  const session = await connect();
  const ended = new Promise((resolve) => site.once('session_delete', resolve));
  await wallet.end();
  expect(await ended).toMatchObject({ topic: session.topic });
  expect(site.session.keys).not.toContain(session.topic);
});

test('the ecosystem’s client learns that another chain is not served', async () => {
  const { uri = '', approval } = await site.connect({
    optionalNamespaces: { tron: { ...tron, chains: ['tron:0x94a9059e'] } },
  });
  await Promise.all([expect(approval()).rejects.toMatchObject({ code: 5100 }), wallet.pair(uri)]);
});
