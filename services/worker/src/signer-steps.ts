import {
  checkPermissions,
  guardKeys,
  noteSignerLimits,
  readBackOutflows,
  type PermissionFinding,
  type SignerReport,
} from '@tern/server/chain/signer/public';
import { listRememberedTreasuryOrders } from '@tern/server/house/treasury/public';
import { listKeyAlarms } from '@tern/server/money/deposits/public';
import { listRememberedOrders } from '@tern/server/money/payouts/public';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

/** What the worker does for the signer: it has a chain to look at, the signer has none. */
export function signerSteps({ db, nodes, signer, log }: WorkerWorld): readonly WorkerStep[] {
  const deps = {
    db,
    node: nodes[0],
    signer,
    rememberedOrders: [listRememberedOrders, listRememberedTreasuryOrders],
    report: (report: SignerReport) =>
      report.event === 'signer-quarantined'
        ? log.error(report, 'the signer signs nothing until its outflows have been read back')
        : log.warn(report, 'the signer has its outflows back'),
  };
  const guard = {
    db,
    signer,
    listKeyAlarms,
    onClose: (txId: string) =>
      log.fatal({ txId }, 'the permissions of one of our addresses were changed: the signer is closed'),
  };
  const standby = openStandbyWatch({ signer, log });
  const permissions = openPermissionWatch({ node: nodes[0], signer, log });
  return [
    { name: 'check-permissions', tick: permissions.tick, idleMs: hourMs, details: permissions.state },
    { name: 'note-signer-limits', tick: () => noteSignerLimits({ db, signer }), idleMs: 60_000 },
    { name: 'watch-standby', tick: standby.tick, idleMs: 30_000, details: standby.state },
    { name: 'guard-keys', tick: () => guardKeys(guard), idleMs: 5_000, wakesOnChain: true },
    {
      name: 'read-back-outflows',
      tick: () => readBackOutflows(deps, { limit: 50 }),
      idleMs: 10_000,
      wakesOnChain: true,
    },
  ];
}

const hourMs = 60 * 60_000;

/** Says in the log, in /health and to Prometheus whether the signer's standby has what the signer has. */
function openStandbyWatch({ signer, log }: Pick<WorkerWorld, 'signer' | 'log'>) {
  let known: Readonly<Record<string, unknown>> = {};
  return {
    tick: async (): Promise<number> => {
      const { standby } = await signer.getHealth();
      known = standby === undefined ? {} : { inStep: standby.away === undefined, behind: standby.behind };
      if (standby?.away !== undefined) log.error(standby, 'the signer’s standby does not answer');
      return 0;
    },
    state: () => known,
  };
}

/** Says at the start and every hour, in the log and in /health, where the chain lets others sign than it should. */
function openPermissionWatch({
  node,
  signer,
  log,
}: Pick<WorkerWorld, 'signer' | 'log'> & { readonly node: WorkerWorld['nodes'][0] }) {
  let findings: readonly PermissionFinding[] = [];
  return {
    tick: async (): Promise<number> => {
      findings = await checkPermissions({ node, signer });
      for (const found of findings) {
        if (found.grave)
          log.fatal(found, 'the chain lets others sign for a house account than the signer’s policy allows');
        else log.warn(found, 'a house account is not restricted yet');
      }
      return 0;
    },
    state: () => ({ findings }),
  };
}
