import type { NodeAnswers } from '@tern/tron/ask-node';

/** One thing a node lacks: what it means, and what to set. `note` needs nobody. */
export type NodeFinding = {
  readonly code:
    | 'no-calls'
    | 'no-internal'
    | 'no-estimates'
    | 'token'
    | 'late'
    | 'ahead'
    | 'not-final'
    | 'behind'
    | 'old-version';
  readonly weight: 'fault' | 'note';
  readonly sentence: string;
};

export type NetworkKind = 'local' | 'private' | 'nile' | 'mainnet';

/** Blocks come every 3 seconds; later than this the node has lost the network, or our clock is wrong. */
const clockMs = 60_000;
/** A block is irreversible about 19 blocks later. */
const solidLagMax = 100;
const behindMax = 20;
/** What the wallet was run against. */
const knownVersion = [4, 8, 0] as const;

/**
 * What is wrong with a node by its own answers. `newest` is the highest head among the nodes. That it shows no internal
 * transactions says nothing of the local chain, which always saves them, and little of a private one, where no contract may
 * have called another.
 */
export function judgeNode(
  answers: NodeAnswers,
  around: { readonly nowMs: number; readonly newest: number; readonly network: NetworkKind },
): readonly NodeFinding[] {
  return [...judgeAbilities(answers, around), ...judgeHeads(answers, around), ...judgeVersion(answers)];
}

function judgeAbilities(answers: NodeAnswers, { network }: { readonly network: NetworkKind }): readonly NodeFinding[] {
  const found: NodeFinding[] = answers.tokenFaults.map((wrong) => ({
    code: 'token',
    weight: 'fault',
    sentence: `${wrong}. Set it to the address of the token on this network, or replace the node.`,
  }));
  if (!answers.runsCalls) {
    found.push({
      code: 'no-calls',
      weight: 'fault',
      sentence:
        'It runs no constant calls, so token transfers are neither prepared nor proven with it. Set supportConstant = true in the vm part of its configuration, and restart it.',
    });
  }
  if (!answers.showsInternal && network !== 'local') {
    found.push({
      code: 'no-internal',
      weight: network === 'private' ? 'note' : 'fault',
      sentence:
        'Its newest blocks show no internal transactions. TRX that contracts send is credited only if every node shows it. Set saveInternalTx = true in the vm part of its configuration, and restart it. On a network with little traffic it may only be that no contract has called another.',
    });
  }
  if (!answers.estimatesEnergy) {
    found.push({
      code: 'no-estimates',
      weight: 'note',
      sentence:
        'It estimates no energy; fees come from simulated calls. To switch it on, set estimateEnergy = true in the vm part of its configuration, and restart it.',
    });
  }
  return found;
}

function judgeHeads(
  { head, solid }: NodeAnswers,
  { nowMs, newest }: { readonly nowMs: number; readonly newest: number },
): readonly NodeFinding[] {
  const found: NodeFinding[] = [];
  const ageMs = nowMs - head.timeMs;
  const seconds = Math.round(Math.abs(ageMs) / 1000);
  if (ageMs > clockMs) {
    found.push({
      code: 'late',
      weight: 'fault',
      sentence: `Its newest block is ${seconds} seconds old. Wait until it has caught up with the network; if it has, set the clock of this machine.`,
    });
  }
  if (ageMs < -clockMs) {
    found.push({
      code: 'ahead',
      weight: 'fault',
      sentence: `Its newest block is ${seconds} seconds ahead of the clock of this machine. Set that clock.`,
    });
  }
  if (head.number - solid.number > solidLagMax) {
    found.push({
      code: 'not-final',
      weight: 'fault',
      sentence: `Its last irreversible block is ${head.number - solid.number} blocks behind its newest one, so deposits and payments wait. Check that it has peers and that the network produces blocks.`,
    });
  }
  if (newest - head.number > behindMax) {
    found.push({
      code: 'behind',
      weight: 'fault',
      sentence: `It is ${newest - head.number} blocks behind another node. Wait until it has caught up; if it does not, check its peers.`,
    });
  }
  return found;
}

/** Says nothing of a version that it cannot read: nodes behind a provider often tell none. */
function judgeVersion({ version }: NodeAnswers): readonly NodeFinding[] {
  const parts = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version)?.slice(1);
  if (parts === undefined) return [];
  const differing = knownVersion.findIndex((known, place) => Number(parts[place] ?? 0) !== known);
  if (differing === -1 || Number(parts[differing] ?? 0) > (knownVersion[differing] ?? 0)) return [];
  const sentence = `It runs version ${version}, and this wallet was tried with ${knownVersion.join('.')}. Update it if something does not work as expected.`;
  return [{ code: 'old-version', weight: 'note', sentence }];
}
