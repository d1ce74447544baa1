import { addressOf, machineNames, type MachineName } from './machines.ts';

/** What a member of etcd says of itself; numbers come as texts, and what is nought is left out. */
type EtcdStatus = { readonly leader?: string; readonly raftTerm?: string; readonly raftIndex?: string };

const askWithinMs = 1_000;
/** Entries that come while all three are asked. */
const behindMax = 20;

/**
 * True when all three members follow the same leader and have the same log. One that had no network may see a leader long
 * before it receives anything again, and until then the loss of another one ends the majority.
 */
export async function isEtcdWhole(): Promise<boolean> {
  const all = await Promise.all(machineNames.map(ask));
  const [first] = all;
  if (first?.leader === undefined) return false;
  const indexes = all.map((status) => Number(status?.raftIndex ?? 0));
  return (
    all.every((status) => status?.leader === first.leader && status?.raftTerm === first.raftTerm) &&
    Math.max(...indexes) - Math.min(...indexes) <= behindMax
  );
}

async function ask(name: MachineName): Promise<EtcdStatus | undefined> {
  try {
    const response = await fetch(`http://${addressOf(name)}:2379/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(askWithinMs),
    });
    return (await response.json()) as EtcdStatus;
  } catch {
    return undefined;
  }
}
