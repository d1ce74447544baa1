import { writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { request as askSecurely, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { until } from '@tern/testkit/system/until';
import type { Engine } from '../../tools/images/engine.ts';
import type { Compose } from './compose.ts';
import { hosts, type Files } from './prepare-files.ts';

export type ProxyPlaces = {
  readonly compose: Compose;
  readonly engine: Engine;
  readonly files: Files;
  readonly http: number;
  readonly https: number;
};

type Answer = { readonly status: number | undefined; readonly location: string | undefined };

/** Who is let through, who is sent elsewhere, and who is refused. */
export async function lookAtProxy({ compose, engine, files, http, https }: ProxyPlaces): Promise<readonly string[]> {
  const secure = (host: string, path: string): Promise<Answer> =>
    read(askSecurely, {
      host: '127.0.0.1',
      port: https,
      servername: hosts.wallet,
      ca: files.proxy.cert,
      path,
      headers: { host },
    });
  const wrong: string[] = [];
  const expect = (what: string, { status }: Answer, wanted: number): void => {
    if (status !== wanted) wrong.push(`${what} was answered with ${status}, not ${wanted}`);
  };
  const ofNobody = 'elsewhere.example.com';
  const askPlain = (host: string, path = '/send'): Promise<Answer> =>
    read(ask, { host: '127.0.0.1', port: http, path, headers: { host } });
  const plain = await askPlain(hosts.wallet);
  expect('a plain request', plain, 308);
  if (plain.location !== `https://${hosts.wallet}/send`) wrong.push(`a plain request was sent to ${plain.location}`);
  expect('the wallet', await secure(hosts.wallet, '/'), 200);
  expect('the console by its path on the wallet’s host', await secure(hosts.wallet, '/console/api/session'), 404);
  expect('the console from anywhere', await secure(hosts.console, '/console/'), 403);
  expect('a host that is nobody’s', await secure(ofNobody, '/'), 421);
  expect('a plain request of a program', await askPlain(hosts.wallet, '/api/health'), 403);
  expect('a plain request for a host that is nobody’s', await askPlain(ofNobody), 421);
  writeFileSync(join(files.files, 'office.lst'), '0.0.0.0/0\n');
  engine.run('podman', 'restart', compose.containerOf('proxy'));
  await until(
    'the console from the office',
    async () => (await secure(hosts.console, '/console/')).status === 200,
    60_000,
  );
  return wrong;
}

function read(make: typeof ask, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    make(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });
}
