import { readFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isOnPath } from '../command-line/is-on-path.ts';
import { answerTo, operators, startNginx, wallet } from './testing/start-proxies.ts';

// Goal: with nginx as with HAProxy, nobody reaches the wallet under a name that is not its own, and the console only from the
// office. Method: deploy/nginx/wallet.conf is read, and given to the real nginx where it is installed; behind it nothing answers.
const site = readFileSync(fileURLToPath(new URL('../../deploy/nginx/wallet.conf', import.meta.url)), 'utf8');
const elsewhere = 'elsewhere.example.com';

test('nginx refuses hosts that are nobody’s', async () => {
  expect(site).toMatch(/^ {2}listen 80 default_server;\n {2}listen 443 ssl http2 default_server;\n {2}ssl_reject/m);
  if (!isOnPath('nginx') || !isOnPath('openssl')) return;
  const { plain, secure } = await startNginx();
  expect(await answerTo(ask, { port: plain, host: wallet })).toBe(308);
  expect(await answerTo(ask, { port: plain, host: elsewhere })).toBe(421);
  // It has taken the request, and there is no api to hand it to.
  expect(await answerTo(askSecurely, { port: secure, host: wallet })).toBe(502);
  expect(await answerTo(askSecurely, { port: secure, host: elsewhere })).toBe('no handshake');
  expect(await answerTo(askSecurely, { port: secure, host: elsewhere, name: wallet })).toBe(421);
  expect(await answerTo(askSecurely, { port: secure, host: operators, name: wallet })).toBe(403);
});
