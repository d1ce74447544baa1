import { createServer, type IncomingMessage } from 'node:http';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { SignerRefusalCode } from '@tern/tron/signer-protocol';
import type { Logger } from 'pino';
import type { Authenticate } from './authenticate.ts';
import type { Command } from './commands.ts';
import { listenOnSocket } from './listen-on-socket.ts';
import { readBody } from './read-body.ts';

export type ServeDeps = {
  readonly socketPath: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly authenticate: Authenticate;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

const bodyBytesMax = 512 * 1_024;

const statuses: Partial<Record<SignerRefusalCode, number>> = {
  'not-authenticated': 401,
  'unknown-command': 404,
  malformed: 400,
  'order-changed': 409,
  'same-transaction': 409,
  'message-changed': 409,
};

/** Serves the commands on a unix socket that only this user can open. The caller holds the store's lock, so an old socket is stale. */
export async function serveSigner(deps: ServeDeps): Promise<{ readonly close: () => Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    void answer(deps, request).then(({ status, reply }) => {
      const text = JSON.stringify(reply, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      );
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await listenOnSocket(server, deps.socketPath, 'user');
  return {
    close: async () => {
      await new Promise((done) => {
        server.close(done);
        server.closeIdleConnections();
      });
    },
  };
}

async function answer(deps: ServeDeps, request: IncomingMessage): Promise<{ status: number; reply: object }> {
  const path = request.url ?? '';
  try {
    const body = await readBody(request, bodyBytesMax);
    deps.authenticate({ path, headers: request.headers, body });
    const command = Object.hasOwn(deps.commands, path) ? deps.commands[path] : undefined;
    if (command === undefined || request.method !== 'POST')
      throw new SignerRefusal('unknown-command', path.slice(0, 80));
    return { status: 200, reply: command(parseBody(body)) };
  } catch (error) {
    if (error instanceof SignerRefusal) {
      deps.log.warn({ path, code: error.code, detail: error.message }, 'refused');
      return { status: statuses[error.code] ?? 422, reply: { code: error.code, detail: error.detail } };
    }
    deps.log.error({ path, error: error instanceof Error ? error.message : 'unknown' }, 'failed');
    return { status: 500, reply: { detail: 'the signer failed' } };
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SignerRefusal('malformed', 'not JSON');
  }
}
