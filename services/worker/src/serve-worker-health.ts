import { serveHealth, type HealthServer } from '@tern/base/serve-health';
import { metricsType } from '@tern/server/house/metrics/public';
import type { StepState } from './run-steps.ts';

// A step that failed this often in a row is not having a bad moment any more.
const failuresUnwell = 5;

/**
 * Says how each step is doing and which invariants of the books are broken: 200 while all is well, else 503.
 * Carries no names and no amounts. Under `/metrics` it tells Prometheus, with the house's sums. Whether the worker can
 * work at all is another question, which load balancers and service managers ask: `/health/ready`.
 */
export function serveWorkerHealth({
  states,
  broken,
  waitingFor,
  metrics,
  ...options
}: {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
  readonly findHindrances: () => Promise<readonly string[]>;
  readonly states: () => readonly StepState[];
  readonly broken: () => readonly string[];
  /** Why nothing runs yet; undefined once everything does. */
  readonly waitingFor: () => string | undefined;
  /** In Prometheus' text form. Never rejects. */
  readonly metrics: () => Promise<string>;
}): Promise<HealthServer> {
  return serveHealth({
    ...options,
    pages: {
      '/metrics': async () => ({ status: 200, type: metricsType, body: await metrics() }),
      '/': () => {
        const [invariants, steps, waits] = [broken(), states(), waitingFor()];
        const isUnwell = steps.some(({ failures }) => failures >= failuresUnwell);
        const ok = waits === undefined && invariants.length === 0 && !isUnwell;
        const body = JSON.stringify({ ok, waitingFor: waits, brokenInvariants: invariants, steps });
        return { status: ok ? 200 : 503, type: 'application/json', body };
      },
    },
  });
}
