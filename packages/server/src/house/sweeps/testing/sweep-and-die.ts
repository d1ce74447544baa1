/** A process for crash tests: one round of the treasury's steps, unless `TERN_CRASH_AT` kills it on the way. */
import { systemClock } from '@tern/base/clock';
import { openDatabase } from '@tern/db/database';
import { getAddress } from '@tern/tron/address';
import { openNode } from '@tern/tron/open-node';
import { openSigner } from '@tern/tron/signer-client';
import { endReturn } from '../../../money/deposits/public.ts';
import { broadcastOrders, followOrders, signOrders } from '../../treasury/public.ts';
import { testTreasurySettings } from '../../treasury/testing/treasury-settings.ts';
import { planSweeps } from '../plan-sweeps.ts';
import { testSweepSettings } from './sweep-settings.ts';

export type CrashJob = {
  readonly databaseUrl: string;
  readonly nodeUrl: string;
  readonly contracts: { readonly usdt: string; readonly reward: string };
  readonly signer: { readonly socketPath: string; readonly secret: string };
};

const job = JSON.parse(process.argv[2] ?? '') as CrashJob;
const db = openDatabase({ url: job.databaseUrl, applicationName: 'crash test', poolMax: 4 });
const signer = openSigner({
  socketPath: job.signer.socketPath,
  secret: Buffer.from(job.signer.secret, 'base64url'),
  clock: systemClock,
  timeoutMs: 10_000,
});
const deps = {
  db,
  nodes: [openNode({ url: job.nodeUrl, timeoutMs: 30_000 })],
  contracts: { usdt: getAddress(job.contracts.usdt), reward: getAddress(job.contracts.reward) },
  signer,
  accounts: await signer.getAccounts(),
  endReturn,
  report: () => undefined,
} as const;
const machine = { ...deps, settings: testTreasurySettings };
await followOrders(machine, { limit: 10 });
await planSweeps({ ...deps, settings: testSweepSettings, findUrgent: async () => new Set() }, { limit: 10 });
await signOrders(machine, { limit: 10 });
await broadcastOrders(machine, { limit: 10 });
await db.close();
