import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metricsType } from '@tern/server/house/metrics/public';
import type { StepState } from './run-steps.ts';

// A step that failed this often in a row is not having a bad moment any more.
const failuresUnwell = 5;

export type HealthServer = { readonly port: number; readonly close: () => Promise<void> };

/**
 * Says on loopback how each step is doing and which invariants of the books are broken: 200 while all is well, else 503.
 * Carries no names and no amounts. Under `/metrics` it tells Prometheus, with the house's own sums.
 */
export async function serveHealth({
  port,
  states,
  broken,
  waitingFor,
  metrics,
}: {
  readonly port: number;
  readonly states: () => readonly StepState[];
  readonly broken: () => readonly string[];
  /** Why nothing runs yet; undefined once everything does. */
  readonly waitingFor: () => string | undefined;
  /** In Prometheus' text form. Never rejects. */
  readonly metrics: () => Promise<string>;
}): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      void metrics().then((text) => response.writeHead(200, { 'content-type': metricsType }).end(text));
      return;
    }
    const invariants = broken();
    const [steps, waits] = [states(), waitingFor()];
    const ok =
      waits === undefined && invariants.length === 0 && steps.every(({ failures }) => failures < failuresUnwell);
    response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ ok, waitingFor: waits, brokenInvariants: invariants, steps }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
