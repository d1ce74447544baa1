import { keepNodeReports, openNodeWatch, type NodeReport } from '@tern/server/chain/nodes/public';
import { expectedTokens } from '@tern/server/house/installation/public';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

/** Asks every node at the start and each hour what it is and can do; its faults go to the log, to /health and to the console. */
export function nodeSteps({ db, nodes, network, clock, config, log }: WorkerWorld): readonly WorkerStep[] {
  const report = ({ node, version, faults, notes }: NodeReport): void => {
    for (const fault of faults) log.error({ node, version, fault }, 'a node lacks something');
    for (const note of notes) log.info({ node, version, note }, 'a node could do more');
  };
  const tokens = expectedTokens(network.contracts);
  const keep = (reports: readonly NodeReport[]) => keepNodeReports(db, reports);
  const watch = openNodeWatch({ nodes, tokens, clock, network: config.tronNetwork, report, keep });
  return [{ name: 'ask-nodes', tick: watch.tick, idleMs: 3_600_000, details: () => ({ nodes: watch.reports() }) }];
}
