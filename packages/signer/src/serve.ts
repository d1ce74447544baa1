import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Clock } from '@tern/base/clock';
import type { SignerRole } from '@tern/config/signer-roles';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { signerHeaders, type SignerRefusalCode } from '@tern/tron/signer-protocol';
import type { Logger } from 'pino';
import type { Authenticate } from './authenticate.ts';
import type { Command } from './commands.ts';
import { listenOnNetwork, serverLimits, type NetworkPlace } from './link/listen-on-network.ts';
import { mayAsk } from './link/role-commands.ts';
import { listenOnSocket } from './listen-on-socket.ts';
import { readBody } from './read-body.ts';
import type { Release } from './standby/open-release.ts';
import { StandbyAway } from './standby/standby-link.ts';

export type ServeDeps = {
  readonly socketPath: string;
  /** Where it also serves other machines. */
  readonly network?: NetworkPlace | undefined;
  readonly commands: Readonly<Record<string, Command>>;
  readonly authenticate: Authenticate;
  /** Where this signer may be one of two. */
  readonly pair?: {
    readonly release: Release;
    readonly epoch: () => number;
    /** Hears of the newest epoch that a sender knows. @throws SignerRefusal */
    readonly hearEpoch: (epoch: number) => void;
  };
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

const bodyBytesMax = 512 * 1_024;

const statuses: Partial<Record<SignerRefusalCode, number>> = {
  'not-authenticated': 401,
  'role-not-allowed': 403,
  'unknown-command': 404,
  malformed: 400,
  'order-changed': 409,
  'same-transaction': 409,
  'message-changed': 409,
};

export type ServedSigner = {
  /** The port of the network it serves, where it does. */
  readonly port: number | undefined;
  readonly close: () => Promise<void>;
};

/**
 * Serves the commands on a unix socket that only this user can open, and with `network` to pinned certificates of other
 * machines, each with the commands of its role. The caller holds the store's lock, so an old socket is stale.
 */
export async function serveSigner(deps: ServeDeps): Promise<ServedSigner> {
  const local = createServer(serverLimits, listener(deps, undefined));
  await listenOnSocket(local, deps.socketPath, 'user');
  const { network, clock, log } = deps;
  try {
    const remote = network && (await listenOnNetwork(network, { clock, log, handle: (role) => listener(deps, role) }));
    const servers = remote === undefined ? [local] : [local, remote];
    const address = remote?.address();
    return {
      port: typeof address === 'object' ? address?.port : undefined,
      close: async () => void (await Promise.all(servers.map(closeServer))),
    };
  } catch (error) {
    await closeServer(local);
    throw error;
  }
}

async function closeServer(server: Server): Promise<void> {
  await new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
}

function listener(deps: ServeDeps, role: SignerRole | undefined): RequestListener {
  return (request, response) => {
    void answer(deps, request, role).then(({ status, reply }) => {
      const text = JSON.stringify(reply, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      );
      const epoch = deps.pair === undefined ? {} : { [signerHeaders.epoch]: String(deps.pair.epoch()) };
      response.writeHead(status, { 'content-type': 'application/json', ...epoch }).end(text);
    });
  };
}

async function answer(
  deps: ServeDeps,
  request: IncomingMessage,
  role: SignerRole | undefined,
): Promise<{ status: number; reply: object }> {
  const path = request.url ?? '';
  try {
    const body = await readBody(request, bodyBytesMax);
    deps.authenticate({ path, headers: request.headers, body });
    const command = Object.hasOwn(deps.commands, path) ? deps.commands[path] : undefined;
    if (command === undefined || request.method !== 'POST')
      throw new SignerRefusal('unknown-command', path.slice(0, 80));
    if (role !== undefined && !mayAsk(role, path)) throw new SignerRefusal('role-not-allowed', `${role} ${path}`);
    deps.pair?.hearEpoch(Number(request.headers[signerHeaders.epoch] ?? 1));
    await deps.pair?.release.before(path);
    const reply = command(parseBody(body));
    await deps.pair?.release.after(path);
    return { status: 200, reply };
  } catch (error) {
    if (error instanceof StandbyAway) {
      deps.log.error({ path, error: error.message }, 'signed, and kept back until the standby has it');
      return { status: 503, reply: { detail: error.message } };
    }
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
