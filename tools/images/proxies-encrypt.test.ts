import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect, type ConnectionOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isOnPath } from '../command-line/is-on-path.ts';
import { answerTo, operators, startHaproxy, startNginx, wallet } from './testing/start-proxies.ts';

// Goal: what the two example proxies speak is encrypted well, and a program that comes in the clear fails. Method: their files
// are read, and given to the real programs where they are installed.
const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8');
const proxies = [
  ['nginx', startNginx, read('nginx/wallet.conf')],
  ['haproxy', startHaproxy, read('haproxy/haproxy.cfg')],
] as const;

/** The protocol and cipher that both agree on; undefined where there is no handshake. */
async function agree(port: number, options: ConnectionOptions): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port, servername: wallet, rejectUnauthorized: false, ...options });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().name}`;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

test('both proxies name the same ciphers, all with forward secrecy and authenticated encryption', () => {
  const lists = proxies.map(([, , text]) => /(?:ssl_ciphers|ssl-default-bind-ciphers) ([^;\s]+)/.exec(text)?.[1]);
  expect(new Set(lists).size).toBe(1);
  const ciphers = (lists[0] ?? '').split(':');
  expect(ciphers.length).toBeGreaterThan(3);
  expect(ciphers.filter((cipher) => !/^ECDHE-.*(?:GCM|POLY1305)/.test(cipher))).toEqual([]);
});

test.each(proxies)('X08 %s speaks TLS 1.3 and 1.2 with such ciphers, and nothing weaker', async (program, start) => {
  if (!isOnPath(program) || !isOnPath('openssl')) return;
  const { secure } = await start();
  expect(await agree(secure, {})).toMatch(/^TLSv1\.3 /);
  expect(await agree(secure, { maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-.*(?:GCM|POLY1305)/);
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
  expect(await agree(secure, old)).toBeUndefined();
  for (const ciphers of ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA'])
    expect([ciphers, await agree(secure, { maxVersion: 'TLSv1.2', ciphers })]).toEqual([ciphers, undefined]);
});

test.each(proxies)('X08 %s sends on pages that were asked for in the clear, and no program', async (program, start) => {
  if (!isOnPath(program) || !isOnPath('openssl')) return;
  const { plain } = await start();
  for (const path of ['/', '/pages/index/index', '/console', '/apiary', '/service-worker.js'])
    expect([path, await answerTo(ask, { port: plain, host: wallet, path })]).toEqual([path, 308]);
  for (const path of ['/api/identity/login', '/api', '/console/api/session', '/service/v1/transactions'])
    for (const host of [wallet, operators])
      expect([path, await answerTo(ask, { port: plain, host, path })]).toEqual([path, 403]);
});
