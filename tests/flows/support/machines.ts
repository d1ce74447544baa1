import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { withoutLogin } from '@tern/base/login-url';
import type { ProcessName } from '@tern/config/process-names';
import { secrets } from '@tern/config/secrets';
import { settings } from '@tern/config/settings';
import { runToEnd, startProcess, type ReadyFacts, type RunningProcess } from '@tern/installation/child-process';
import { freePorts } from '@tern/testkit/system/free-ports';
import type { System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readyTimeoutMs = 60_000;

export type MachineProcess = 'api' | 'console' | 'worker' | 'signer';

/** What one process has on a machine of its own: the settings that name it, its own secrets, and nothing of the others. */
export type Machine = {
  readonly name: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where it reports its health. */
  readonly healthUrl: string;
  readonly url: string;
};

/** By the launcher's own lists of who reads what: a process that reads more would fail here. */
export async function makeMachine(
  system: System,
  name: string,
  process: MachineProcess,
  more: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const folder = join(system.dataDir, 'machines', name);
  mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 });
  for (const [secret, { readBy }] of Object.entries<{ readonly readBy: readonly ProcessName[] }>(secrets)) {
    const file = join(system.dataDir, 'secrets', secret);
    if (readBy.includes(process) && existsSync(file)) copyFileSync(file, join(folder, 'secrets', secret));
  }
  if (process === 'signer') cpSync(join(system.dataDir, 'signer'), join(folder, 'signer'), { recursive: true });
  const [web = 0, health = 0] = await freePorts(2);
  const own = {
    DATA_DIR: folder,
    SIGNER_SOCKET: join(system.dataDir, 'machines.sock'),
    DATABASE_URL: withoutLogin(system.settings['DATABASE_URL'] ?? ''),
    PUBLIC_URL: system.url,
    WEB_PORT: String(web),
    CONSOLE_PORT: String(web),
    API_METRICS_PORT: String(health),
    CONSOLE_METRICS_PORT: String(health),
    WORKER_HEALTH_PORT: String(health),
    SIGNER_HEALTH_PORT: String(health),
    ...more,
  };
  const env: Record<string, string> = { PATH: system.settings['PATH'] ?? '' };
  for (const [setting, { readBy }] of Object.entries<{ readonly readBy: readonly ProcessName[] }>(settings)) {
    const value = { ...system.settings, ...own }[setting];
    if (value !== undefined && readBy.includes(process)) env[setting] = value;
  }
  return {
    name,
    folder,
    env: { ...env, ...(process === 'api' ? system.clock.env : {}) },
    healthUrl: `http://127.0.0.1:${health}`,
    url: `http://127.0.0.1:${web}`,
  };
}

const startFiles = {
  api: 'services/api/src/start.ts',
  console: 'services/api/src/start-console.ts',
  worker: 'services/worker/src/start.ts',
  signer: 'services/signer/src/start.ts',
} as const;

export type Started = RunningProcess & { readonly facts: ReadyFacts };

/** The start file itself, with the environment as it is, as a service manager starts it. */
export function startFile(machine: Machine, process: MachineProcess): Promise<Started> {
  return start(machine, [join(root, startFiles[process])]);
}

/** `npm run process`, without npm. */
export function runCommand(machine: Machine, process: MachineProcess): Promise<Started> {
  return start(machine, [join(root, 'tools/launch/run-process.ts'), process]);
}

async function start({ name, folder, env }: Machine, args: readonly string[]): Promise<Started> {
  const plan = { name, command: process.execPath, args, cwd: root, env, logFile: join(folder, 'log') };
  const running = startProcess(plan, readyTimeoutMs);
  return { ...running, facts: await running.ready };
}

/** A command of ours that ends by itself, such as `npm run migrate`, without npm. */
export function runTool(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  return runToEnd({ command: process.execPath, args: [join(root, file), ...args], cwd: root, env });
}

/** A process of the api behind the balancer, and whether it says that it may be asked. */
export type BalancedServer = Pick<Machine, 'name' | 'url'> & { readonly isReady: () => Promise<boolean> };

export type Balancer = {
  readonly close: () => Promise<void>;
  readonly refused: () => readonly string[];
  /** Asks this one too, once it is ready. */
  readonly add: (server: BalancedServer) => void;
  /** Sends nothing more to it; resolves when everything that was sent is answered, but for streams, which last. */
  readonly remove: (name: string) => Promise<void>;
  /** How many requests it has sent to each. */
  readonly sent: () => ReadonlyMap<string, number>;
  /** What was answered with 500 and asked again. */
  readonly repeated: () => readonly string[];
};

/** As a process says it itself. */
export function balanced({ name, url, healthUrl }: Machine): BalancedServer {
  return {
    name,
    url,
    isReady: async () => (await fetch(`${healthUrl}/health/ready`).catch(() => undefined))?.status === 200,
  };
}

const lookEveryMs = 50;

const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || headers['idempotency-key'] !== undefined;

type Passage = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  readonly agent: Agent;
  readonly mayRepeat: boolean;
};

/** Asks the server and hands its answer on; where it may, once more after a 500. */
function handOn(
  { request, response, url, agent, mayRepeat }: Passage,
  { fail, onRepeat }: { readonly fail: (why: string) => void; readonly onRepeat: () => void },
): void {
  const { method, headers } = request;
  const pass = (body: Buffer | undefined, isLast: boolean): void => {
    const passed = ask(url, { method, headers, agent }, (answer) => {
      if (answer.statusCode === 500 && !isLast) {
        answer.resume();
        onRepeat();
        pass(body, true);
        return;
      }
      // These are between the balancer and the server.
      const { connection: _closes, 'keep-alive': _kept, 'transfer-encoding': _form, ...passedOn } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passedOn);
      answer.on('error', (error) => fail(error.message)).pipe(response);
    });
    passed.on('error', (error) => fail(error.message));
    if (body === undefined) request.pipe(passed);
    else passed.end(body);
  };
  if (!mayRepeat) pass(undefined, true);
  else
    void buffer(request).then(
      (body) => pass(body, false),
      (error: unknown) => fail(String(error)),
    );
}

/**
 * Sends each request to one of the servers that say they are ready, and tries no other one where that fails: what a process
 * drops on its way down is a failed request here. With `repeatsFaults` it asks once more where the answer is 500 and the request
 * may be sent twice, because it only reads or has an idempotency key.
 */
export async function openBalancer(
  port: number,
  begun: readonly BalancedServer[],
  { repeatsFaults = false } = {},
): Promise<Balancer> {
  const servers = new Map(begun.map((server) => [server.name, server]));
  let ready: readonly BalancedServer[] = [];
  let turn = 0;
  const refused: string[] = [];
  const repeated: string[] = [];
  const sent = new Map<string, number>();
  const open = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  const look = async (): Promise<void> => {
    const found = await Promise.all(
      [...servers.values()].map(async (server) => ((await server.isReady()) ? [server] : [])),
    );
    ready = found.flat().filter(({ name }) => servers.has(name));
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const to = ready[turn++ % Math.max(1, ready.length)];
    const fail = (why: string): void => {
      refused.push(`${request.method} ${request.url}: ${why}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(why);
    };
    if (to === undefined) return fail('no server is ready');
    const { headers } = request;
    sent.set(to.name, (sent.get(to.name) ?? 0) + 1);
    if (headers.accept !== 'text/event-stream') {
      open.set(to.name, (open.get(to.name) ?? 0) + 1);
      response.on('close', () => open.set(to.name, (open.get(to.name) ?? 0) - 1));
    }
    handOn(
      { request, response, url: `${to.url}${request.url}`, agent, mayRepeat: repeatsFaults && isRepeatable(request) },
      {
        fail: (why) => fail(`${to.name}: ${why}`),
        onRepeat: () => void repeated.push(`${request.method} ${request.url}`),
      },
    );
  });
  await look();
  const looking = setInterval(() => void look(), lookEveryMs);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    refused: () => refused,
    sent: () => sent,
    repeated: () => repeated,
    add: (added) => void servers.set(added.name, added),
    remove: async (name) => {
      servers.delete(name);
      ready = ready.filter((each) => each.name !== name);
      await until(`answers of ${name}`, async () => (open.get(name) ?? 0) === 0);
    },
    close: async () => {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
