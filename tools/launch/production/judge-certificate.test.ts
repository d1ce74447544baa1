import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { makeTestCertificate, type TestCertificate } from '@tern/testkit/test-certificate';
import { afterEach, expect, test } from 'vitest';
import { judgeCertificate } from './judge-certificate.ts';

// Goal: an installation whose certificate a public client would refuse is told so, whatever this machine itself trusts.
const host = 'wallet.example.org';
const config = { publicUrl: `https://${host}/`, webPort: 4300, tronNetwork: 'mainnet' } as const;
const day = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * day);
const good = makeTestCertificate({ host, until: inDays(60) });

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});
async function listen(server: Server): Promise<{ host: string; port: number }> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}
const serve = (shown: TestCertificate, options: object = {}) =>
  listen(createServer({ ...shown, ...options }, (socket) => socket.end()));

test('X08 a certificate of a known authority, for this name and for weeks, is trusted', async () => {
  expect(await judgeCertificate(config, { at: await serve(good), authorities: [good.cert] })).toEqual({
    isTrusted: true,
    sentence: expect.stringMatching(
      /^https:\/\/wallet\.example\.org has a certificate that public clients trust, until 20/,
    ),
  });
});

const wrong: readonly (readonly [string, TestCertificate, RegExp])[] = [
  ['of another name', makeTestCertificate({ host: 'other.example.org', until: inDays(60) }), /for another name/],
  ['that expired', makeTestCertificate({ host, from: inDays(-9), until: inDays(-1) }), /has expired/],
  ['that is not valid yet', makeTestCertificate({ host, from: inDays(2), until: inDays(60) }), /not valid yet/],
  ['that ends in days', makeTestCertificate({ host, until: inDays(13.5) }), /ends in 13 days/],
];
test.each(wrong)('X08 a certificate %s is told, although its authority is known', async (_, shown, said) => {
  const verdict = await judgeCertificate(config, { at: await serve(shown), authorities: [shown.cert] });
  expect(verdict).toEqual({ isTrusted: false, sentence: expect.stringMatching(said) });
});

test('X08 an authority that this machine alone trusts does not count', async () => {
  const verdict = await judgeCertificate(config, { at: await serve(good) });
  expect(verdict).toMatchObject({ isTrusted: false, sentence: expect.stringMatching(/signed itself/) });
});

test('X08 what speaks an old TLS, no TLS, or nothing at all is told', async () => {
  const authorities = [good.cert];
  const old = await serve(good, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' });
  const plain = await listen(createPlainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  const gone = await serve(good);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  for (const at of [old, plain, gone])
    expect(await judgeCertificate(config, { at, authorities })).toMatchObject({
      isTrusted: false,
      sentence: expect.stringMatching(/cannot be reached from here/),
    });
});

test('X08 plain http is refused on every network but the local one, which is not asked', async () => {
  const plain = { ...config, publicUrl: `http://${host}` };
  expect(await judgeCertificate(plain)).toMatchObject({ isTrusted: false });
  const local = await judgeCertificate({ ...plain, tronNetwork: 'local' });
  expect(local).toEqual({ isTrusted: true, sentence: expect.stringMatching(/^Not checked: TRON_NETWORK is local/) });
});
