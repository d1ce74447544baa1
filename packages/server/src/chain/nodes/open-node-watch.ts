import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import { askNode, type NodeAnswers } from '@tern/tron/ask-node';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import type { ExpectedToken } from '@tern/tron/refuse-unknown-tokens';
import { judgeNode, type NetworkKind } from './judge-node.ts';

/** How a node is, in words for whoever runs it. */
export type NodeReport = {
  readonly node: string;
  readonly askedAt: string;
  /** Of its software; empty where it does not say. */
  readonly version: string;
  readonly headBlock: number | null;
  readonly solidBlock: number | null;
  /** One sentence each: what is wrong, and what to set. */
  readonly faults: readonly string[];
  /** As faults, but nothing waits for them. */
  readonly notes: readonly string[];
};

export type NodeWatch = {
  /** Asks every node. Returns 0. */
  readonly tick: () => Promise<number>;
  /** What they said last; empty before the first time. */
  readonly reports: () => readonly NodeReport[];
};

/**
 * Asks each node what it is and can do, and keeps what it lacks in plain sentences. A node that does not answer, or
 * follows another network, has that as its only fault.
 */
export function openNodeWatch({
  nodes,
  tokens,
  clock,
  network,
  report,
  keep,
}: {
  readonly nodes: readonly TronNode[];
  readonly tokens: readonly [ExpectedToken, ...ExpectedToken[]];
  readonly clock: Clock;
  readonly network: NetworkKind;
  /** Called for each node each time. */
  readonly report: (found: NodeReport) => void;
  /** Called once each time, with all of them. */
  readonly keep: (reports: readonly NodeReport[]) => Promise<void>;
}): NodeWatch {
  let reports: readonly NodeReport[] = [];
  return {
    tick: async () => {
      const asked = await Promise.all(
        nodes.map(async (node) => ({ node: node.name, answers: await askOrFault(node, tokens) })),
      );
      const newest = Math.max(...asked.map(({ answers }) => (answers instanceof NodeFault ? 0 : answers.head.number)));
      const around = { nowMs: clock.nowMs(), newest, network, askedAt: toWire(clock.now()) };
      reports = asked.map(({ node, answers }) => describe(node, answers, around));
      for (const found of reports) report(found);
      await keep(reports);
      return 0;
    },
    reports: () => reports,
  };
}

async function askOrFault(node: TronNode, tokens: Parameters<typeof askNode>[1]): Promise<NodeAnswers | NodeFault> {
  try {
    return await askNode(node, tokens);
  } catch (error) {
    if (error instanceof NodeFault) return error;
    throw error;
  }
}

function describe(
  node: string,
  answers: NodeAnswers | NodeFault,
  { askedAt, ...around }: Parameters<typeof judgeNode>[1] & { readonly askedAt: string },
): NodeReport {
  if (answers instanceof NodeFault) {
    const advice =
      answers.kind === 'other-network'
        ? 'Replace it in TRON_NODE_URLS with a node of this network.'
        : 'Check that it runs, and that TRON_NODE_URLS and TRON_SOLIDITY_URLS name its two addresses.';
    const faults = [`It gave no usable answer (${answers.message}). ${advice}`];
    return { node, askedAt, version: '', headBlock: null, solidBlock: null, faults, notes: [] };
  }
  const findings = judgeNode(answers, around);
  const sentences = (weight: 'fault' | 'note') =>
    findings.filter((found) => found.weight === weight).map(({ sentence }) => sentence);
  return {
    node,
    askedAt,
    version: answers.version,
    headBlock: answers.head.number,
    solidBlock: answers.solid.number,
    faults: sentences('fault'),
    notes: sentences('note'),
  };
}
