import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { measureProcess, metricsType, renderMetrics, type RequestMeasure } from '@tern/server/house/metrics/public';

/** Answers Prometheus on loopback under `/metrics`: nobody outside of this machine reads how the house is doing. */
export async function serveMetrics(
  port: number,
  measure: RequestMeasure,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const ownProcess = measureProcess();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': metricsType });
    response.end(renderMetrics([...measure.samples(), ...ownProcess()]));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
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
