import type { Topic } from '@tern/wallet-connection/keys';
import type { Relay } from '@tern/wallet-connection/open-relay';
import { CallFault } from '@tern/wallet-connection/relay-fault';

/** Mailboxes that are subscribed to at the same time. */
const parallel = 50;

/** How long a mailbox rests that the relay did not let us listen to. */
const restMs = 60_000;

export type TopicFollower = (
  relay: Relay,
  topics: { readonly subscribed: Set<Topic>; readonly wanted: ReadonlySet<Topic> },
) => Promise<number>;

/**
 * Listens to the mailboxes that are wanted and leaves the others; the result says how many changed. One that the relay
 * refuses rests for a minute, also through the next connections, so that it keeps nobody from the others. `onFault` is told of
 * the first of them.
 */
export function openTopicFollower({
  elapsedMs,
  onFault,
}: {
  readonly elapsedMs: () => number;
  readonly onFault: (fault: CallFault) => void;
}): TopicFollower {
  const restUntilMs = new Map<Topic, number>();

  const subscribe = async (relay: Relay, topics: readonly Topic[], subscribed: Set<Topic>): Promise<CallFault[]> => {
    // First: what waits in a mailbox may come before the answer.
    for (const topic of topics) subscribed.add(topic);
    const faults = await Promise.all(topics.map((topic) => findFault(relay.subscribe(topic))));
    const silent = faults.find((fault) => fault?.isAnswered === false);
    // Where it answers nobody the relay is gone, which is no mailbox's fault; of one alone that cannot be known.
    if (silent !== undefined && topics.length > 1 && faults.every((fault) => fault?.isAnswered === false)) throw silent;
    for (const [index, topic] of topics.entries()) {
      if (faults[index] === undefined) continue;
      subscribed.delete(topic);
      restUntilMs.set(topic, elapsedMs() + restMs);
    }
    if (silent !== undefined && topics.length === 1) throw silent;
    return faults.filter((fault) => fault !== undefined);
  };

  return async (relay, { subscribed, wanted }) => {
    for (const [topic, until] of restUntilMs) if (until <= elapsedMs() || !wanted.has(topic)) restUntilMs.delete(topic);
    const added = [...wanted].filter((topic) => !subscribed.has(topic) && !restUntilMs.has(topic));
    const left = [...subscribed].filter((topic) => !wanted.has(topic));
    const faults: CallFault[] = [];
    for (let from = 0; from < added.length; from += parallel)
      faults.push(...(await subscribe(relay, added.slice(from, from + parallel), subscribed)));
    for (const topic of left) {
      // What the relay brings from a mailbox that it does not let go of is dropped.
      subscribed.delete(topic);
      const fault = await findFault(relay.unsubscribe(topic));
      if (fault?.isAnswered === false) throw fault;
      if (fault !== undefined) faults.push(fault);
    }
    if (faults[0] !== undefined) onFault(faults[0]);
    return added.length + left.length;
  };
}

/** The relay's fault about this one mailbox; whatever else goes wrong is thrown. */
async function findFault(done: Promise<void>): Promise<CallFault | undefined> {
  try {
    await done;
    return undefined;
  } catch (error) {
    if (error instanceof CallFault) return error;
    throw error;
  }
}
