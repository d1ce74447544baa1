import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { request as askSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@tern/testkit/system/free-ports';
import { until } from '@tern/testkit/system/until';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPath } from '../command-line/is-on-path.ts';
import { makeTestCertificate } from './make-test-certificate.ts';

// Goal: with nginx as with HAProxy, nobody reaches the wallet under a name that is not its own, and the console only from the
// office. Method: deploy/nginx/wallet.conf is read, and given to the real nginx where it is installed; behind it nothing answers.
const site = readFileSync(fileURLToPath(new URL('../../deploy/nginx/wallet.conf', import.meta.url)), 'utf8');
const wallet = 'wallet.example.com';
const elsewhere = 'elsewhere.example.com';

type Answer = number | 'no handshake';

async function startNginx(): Promise<{ readonly plain: number; readonly secure: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [plain = 0, secure = 0, nobody = 0] = await freePorts(3);
  const { key, cert } = makeTestCertificate(folder);
  for (const name of ['wallet', 'console']) {
    writeFileSync(join(folder, `${name}.key`), key);
    writeFileSync(join(folder, `${name}.pem`), cert);
  }
  const here = site
    .replaceAll(/\/etc\/wallet\/tls|\/var\/log\/nginx/g, folder)
    .replaceAll(/server (?:api-\d|console):\d+/g, `server 127.0.0.1:${nobody}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${secure}`);
  const whole = join(folder, 'nginx.conf');
  writeFileSync(join(folder, 'site'), here);
  writeFileSync(
    whole,
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp { include ${folder}/site; }\n`,
  );
  const nginx = spawn('nginx', ['-c', whole], { stdio: 'ignore' });
  onTestFinished(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  });
  await until('nginx', () => answerTo(ask, plain, wallet).catch(() => undefined));
  return { plain, secure };
}

/** The status for this Host header; `name` is the one in the handshake. */
function answerTo(make: typeof ask, port: number, host: string, name: string = host): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: '/',
      headers: { host },
      servername: name,
      rejectUnauthorized: false,
    };
    make(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', (error: NodeJS.ErrnoException) =>
        error.message.includes('unrecognized name') ? resolve('no handshake') : reject(error),
      )
      .end();
  });
}

test('nginx refuses hosts that are nobody’s', async () => {
  expect(site).toMatch(/^ {2}listen 80 default_server;\n {2}listen 443 ssl http2 default_server;\n {2}ssl_reject/m);
  if (!isOnPath('nginx') || !isOnPath('openssl')) return;
  const { plain, secure } = await startNginx();
  expect(await answerTo(ask, plain, wallet)).toBe(308);
  expect(await answerTo(ask, plain, elsewhere)).toBe(421);
  // It has taken the request, and there is no api to hand it to.
  expect(await answerTo(askSecurely, secure, wallet)).toBe(502);
  expect(await answerTo(askSecurely, secure, elsewhere)).toBe('no handshake');
  expect(await answerTo(askSecurely, secure, elsewhere, wallet)).toBe(421);
  expect(await answerTo(askSecurely, secure, 'console.example.com', wallet)).toBe(403);
});
