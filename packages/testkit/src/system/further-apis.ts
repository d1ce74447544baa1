import { freePorts } from './free-ports.ts';
import type { FurtherApi } from './processes.ts';

type ApiPorts = { readonly web: number; readonly metrics: number };

/** More processes of the api beside the first one, as behind a balancer. */
export type FurtherApis = {
  readonly urls: Readonly<Record<FurtherApi, string>>;
  /** What each gets beside the surroundings of the first; `walletUrl`: where people open the wallet. */
  readonly envOf: (name: FurtherApi, walletUrl: string) => Readonly<Record<string, string>>;
  /** What a second worker gets. */
  readonly secondWorker: Readonly<Record<string, string>>;
};

/** Finds ports for them. */
export async function findFurtherApis(): Promise<FurtherApis> {
  const [web2 = 0, metrics2 = 0, web3 = 0, metrics3 = 0, health = 0] = await freePorts(5);
  const ports: Readonly<Record<FurtherApi, ApiPorts>> = {
    'api-2': { web: web2, metrics: metrics2 },
    'api-3': { web: web3, metrics: metrics3 },
  };
  return {
    urls: { 'api-2': `http://localhost:${web2}`, 'api-3': `http://localhost:${web3}` },
    envOf: (name, walletUrl) => ({
      WEB_PORT: String(ports[name].web),
      API_METRICS_PORT: String(ports[name].metrics),
      PUBLIC_URL: walletUrl,
    }),
    secondWorker: { WORKER_HEALTH_PORT: String(health) },
  };
}
