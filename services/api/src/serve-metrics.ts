import { serveHealth, type HealthServer } from '@tern/base/serve-health';
import { measureProcess, metricsType, renderMetrics, type RequestMeasure } from '@tern/server/house/metrics/public';

export type MetricsOptions = {
  readonly host: string;
  readonly port: number;
  /** What Prometheus has to show; undefined where only this machine can ask. */
  readonly token: string | undefined;
  readonly measure: RequestMeasure;
  readonly findHindrances: () => Promise<readonly string[]>;
  /** Told whenever the metrics were read. */
  readonly onRead: () => void;
};

/** Answers Prometheus under `/metrics`, and whoever asks for the health of this process. */
export function serveMetrics({ measure, onRead, ...options }: MetricsOptions): Promise<HealthServer> {
  const ownProcess = measureProcess();
  return serveHealth({
    ...options,
    pages: {
      '/metrics': () => {
        onRead();
        return { status: 200, type: metricsType, body: renderMetrics([...measure.samples(), ...ownProcess()]) };
      },
    },
  });
}
