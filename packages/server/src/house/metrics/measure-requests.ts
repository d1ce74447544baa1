import type { MetricSample } from './catalogue.ts';

/** Counts what a process answers. Held in memory: Prometheus sees a start by the numbers beginning anew. */
export type RequestMeasure = {
  /** One answered request. Streams are counted, their time is not: they last as long as somebody looks. */
  readonly answered: (answer: { readonly status: number; readonly ms: number; readonly streamed: boolean }) => void;
  /** One procedure of a route. The name is the contract's, so their number is bounded. */
  readonly called: (route: string, ms: number) => void;
  readonly failed: () => void;
  /** Directives that may be violated: each begins at 0, because a number that begins at 1 shows as no increase. */
  readonly awaitViolations: (directives: Iterable<string>) => void;
  /** One violation of the Content-Security-Policy that a browser reported. The directive is one of a fixed number. */
  readonly violated: (directive: string) => void;
  readonly samples: () => readonly MetricSample[];
};

const bucketsS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10] as const;

export function measureRequests(): RequestMeasure {
  const byStatus = new Map<string, number>(['2xx', '3xx', '4xx', '5xx'].map((status) => [status, 0]));
  const buckets = bucketsS.map(() => 0);
  const violations = new Map<string, number>();
  const routes = new Map<string, { count: number; seconds: number }>();
  let [count, seconds, faults] = [0, 0, 0];
  return {
    answered: ({ status, ms, streamed }) => {
      const group = `${Math.trunc(status / 100)}xx`;
      byStatus.set(group, (byStatus.get(group) ?? 0) + 1);
      if (streamed) return;
      count += 1;
      seconds += ms / 1000;
      for (const [position, limit] of bucketsS.entries()) {
        if (ms <= limit * 1000) buckets[position] = (buckets[position] ?? 0) + 1;
      }
    },
    called: (route, ms) => {
      const known = routes.get(route) ?? { count: 0, seconds: 0 };
      routes.set(route, { count: known.count + 1, seconds: known.seconds + ms / 1000 });
    },
    failed: () => {
      faults += 1;
    },
    awaitViolations: (directives) => {
      for (const directive of directives) violations.set(directive, violations.get(directive) ?? 0);
    },
    violated: (directive) => violations.set(directive, (violations.get(directive) ?? 0) + 1),
    samples: () => [
      ...[...byStatus].map(([status, value]) => ({
        name: 'wallet_http_requests_total' as const,
        labels: { status },
        value,
      })),
      ...bucketsS.map((limit, position) => bucket(String(limit), buckets[position] ?? 0)),
      bucket('+Inf', count),
      { name: 'wallet_http_request_seconds', part: '_sum', value: seconds },
      { name: 'wallet_http_request_seconds', part: '_count', value: count },
      ...[...routes].flatMap(([route, known]) => [
        { name: 'wallet_route_seconds' as const, part: '_sum' as const, labels: { route }, value: known.seconds },
        { name: 'wallet_route_seconds' as const, part: '_count' as const, labels: { route }, value: known.count },
      ]),
      ...[...violations].map(([directive, value]) => ({
        name: 'wallet_policy_reports_total' as const,
        labels: { directive },
        value,
      })),
      { name: 'wallet_faults_total', value: faults },
    ],
  };
}

function bucket(le: string, value: number): MetricSample {
  return { name: 'wallet_http_request_seconds', part: '_bucket', labels: { le }, value };
}
