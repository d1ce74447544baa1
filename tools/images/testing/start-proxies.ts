import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@tern/testkit/system/free-ports';
import { until } from '@tern/testkit/system/until';
import { onTestFinished } from 'vitest';
import { makeTestCertificate } from '../make-test-certificate.ts';

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url));

export const wallet = 'wallet.example.com';
export const operators = 'console.example.com';

export type StartedProxy = { readonly plain: number; readonly secure: number };

/** The status, or that the server ended the handshake. */
export type Answer = number | 'no handshake';

export type Asked = {
  readonly port: number;
  readonly host: string;
  /** The name in the handshake; the host where absent. */
  readonly name?: string;
  readonly path?: string;
};

/** What `make` (`request` of node:http or node:https) is answered at a port of this machine. */
export function answerTo(make: typeof ask, { port, host, name = host, path = '/' }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { host }, servername: name, rejectUnauthorized: false };
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

/** The real nginx with deploy/nginx/wallet.conf, until the test ends; behind it nothing answers. */
export async function startNginx(): Promise<StartedProxy> {
  const { folder, plain, secure, nobody } = await openFolder('nginx');
  const here = readFileSync(join(deploy, 'nginx/wallet.conf'), 'utf8')
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
  return run('nginx', ['-c', whole], { plain, secure });
}

/** The real HAProxy with deploy/haproxy/haproxy.cfg, until the test ends; behind it nothing answers. */
export async function startHaproxy(): Promise<StartedProxy> {
  const { folder, plain, secure, nobody } = await openFolder('haproxy');
  writeFileSync(join(folder, 'office.lst'), '203.0.113.0/24\n');
  const whole = join(folder, 'haproxy.cfg');
  writeFileSync(
    whole,
    readFileSync(join(deploy, 'haproxy/haproxy.cfg'), 'utf8')
      .replaceAll('/run/secrets/proxy-tls', join(folder, 'both.pem'))
      .replaceAll('/etc/haproxy/office.lst', join(folder, 'office.lst'))
      .replaceAll(/(?:api-\d|console):43\d\d$/gm, `127.0.0.1:${nobody}`)
      .replaceAll('maxconn 9000', 'maxconn 100')
      .replace('bind :8080', `bind 127.0.0.1:${plain}`)
      .replace('bind :8443', `bind 127.0.0.1:${secure}`),
  );
  return run('haproxy', ['-db', '-f', whole], { plain, secure });
}

async function openFolder(program: string): Promise<StartedProxy & { folder: string; nobody: number }> {
  const folder = mkdtempSync(join(tmpdir(), `${program}-`));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [plain = 0, secure = 0, nobody = 0] = await freePorts(3);
  const { key, cert } = makeTestCertificate(folder);
  for (const name of ['wallet', 'console']) {
    writeFileSync(join(folder, `${name}.key`), key);
    writeFileSync(join(folder, `${name}.pem`), cert);
  }
  writeFileSync(join(folder, 'both.pem'), `${key}\n${cert}`);
  return { folder, plain, secure, nobody };
}

async function run(program: string, args: readonly string[], ports: StartedProxy): Promise<StartedProxy> {
  const started = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, WALLET_HOST: wallet, CONSOLE_HOST: operators },
  });
  onTestFinished(async () => {
    started.kill('SIGTERM');
    await once(started, 'exit');
  });
  await until(program, () => answerTo(ask, { port: ports.plain, host: wallet }).catch(() => undefined));
  return ports;
}
