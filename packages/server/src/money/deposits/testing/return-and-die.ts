/** A process for crash tests: an operator's word or one round of the treasury, unless `TERN_CRASH_AT` kills it on the way. */
import { systemClock } from '@tern/base/clock';
import type { DepositId, OperatorId } from '@tern/base/ids';
import { openDatabase } from '@tern/db/database';
import { getAddress } from '@tern/tron/address';
import { openNode } from '@tern/tron/open-node';
import { openSigner } from '@tern/tron/signer-client';
import { insertReturn, broadcastOrders, followOrders, signOrders } from '../../../house/treasury/public.ts';
import { testTreasurySettings } from '../../../house/treasury/testing/treasury-settings.ts';
import { endReturn, returnToSender } from '../return-to-sender.ts';

export type ReturnJob = {
  readonly databaseUrl: string;
  readonly nodeUrl: string;
  readonly contracts: { readonly usdt: string; readonly reward: string };
  readonly signer: { readonly socketPath: string; readonly secret: string };
  /** Absent: a round of the treasury. */
  readonly say?: { readonly depositId: string; readonly operatorId: string };
};

const job = JSON.parse(process.argv[2] ?? '') as ReturnJob;
const db = openDatabase({ url: job.databaseUrl, applicationName: 'crash test', poolMax: 4 });
if (job.say !== undefined) {
  await returnToSender(
    { db, isContract: async () => false, sharedSources: new Set(), orderReturn: insertReturn },
    {
      depositId: job.say.depositId as DepositId,
      operatorId: job.say.operatorId as OperatorId,
      reason: 'asked for by its sender',
      despiteWarnings: false,
    },
  );
} else {
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
    settings: testTreasurySettings,
    endReturn,
    report: () => undefined,
  } as const;
  await followOrders(deps, { limit: 10 });
  await signOrders(deps, { limit: 10 });
  await broadcastOrders(deps, { limit: 10 });
}
await db.close();
