import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type HealthPage = { readonly status: number; readonly type: string; readonly body: string };

export type HealthOptions = {
  readonly host: string;
  readonly port: number;
  /** What has to be shown as `Authorization: Bearer …` for the pages; nothing where absent. */
  readonly token?: string | undefined;
  /** Why the process cannot serve now, in words without secrets; empty where it can. */
  readonly findHindrances: () => Promise<readonly string[]>;
  /** More that it tells, by path. */
  readonly pages?: Readonly<Record<string, () => HealthPage | Promise<HealthPage>>>;
  /** The longest that whoever asks waits; the usual moment unless a test brings its own. */
  readonly answerMs?: number;
};

export type HealthServer = { readonly port: number; readonly close: () => Promise<void> };

const requestMs = 5_000;
const usualAnswerMs = 3_000;

/**
 * Answers load balancers and whoever keeps the process alive, without a token: `/health/live` with 200 while it runs at all,
 * `/health/ready` with 200 while it can serve, else with 503 and why.
 */
export async function serveHealth(options: HealthOptions): Promise<HealthServer> {
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs }, (request, response) => {
    void answer(options, request).then(({ status, type, body }) => {
      const ask = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...ask }).end(body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function answer(options: HealthOptions, { url = '', method, headers }: IncomingMessage): Promise<HealthPage> {
  const [path = ''] = url.split('?');
  const page = options.pages !== undefined && Object.hasOwn(options.pages, path) ? options.pages[path] : undefined;
  if (method !== 'GET' && method !== 'HEAD') return say(405, 'only GET and HEAD');
  if (path === '/health/live') return tell(200, { live: true });
  if (path === '/health/ready') {
    const hindrances = await inTime(options.findHindrances(), options.answerMs ?? usualAnswerMs);
    return tell(hindrances.length === 0 ? 200 : 503, { ready: hindrances.length === 0, hindrances });
  }
  // Before the path is judged: without the token nobody learns which pages there are.
  if (!isShown(options.token, headers.authorization)) return say(401, 'a token is needed');
  if (page === undefined) return say(404, 'not found');
  try {
    return await page();
  } catch {
    return say(500, 'failed');
  }
}

/** Those who ask wait a moment only, and a process that cannot say is as bad as one that cannot serve. */
async function inTime(asked: Promise<readonly string[]>, answerMs: number): Promise<readonly string[]> {
  const late = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => late.resolve(['it cannot say in time']), answerMs);
  try {
    return await Promise.race([asked, late.promise]);
  } catch {
    return ['it cannot say'];
  } finally {
    clearTimeout(timer);
  }
}

/** Hashes have one length, so that nothing follows from how long a comparison takes. */
function isShown(token: string | undefined, header: string | undefined): boolean {
  if (token === undefined) return true;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(`Bearer ${token}`), hash(header ?? ''));
}

function say(status: number, text: string): HealthPage {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` };
}

function tell(status: number, facts: object): HealthPage {
  return { status, type: 'application/json', body: JSON.stringify(facts) };
}
