import { problem } from '@tern/contracts/problem';
import { fairQueue, type NetworkBlock } from '../../platform/limits/public.ts';
import { passwordHasher, type PasswordHasher } from './password-hasher.ts';

/**
 * The capacity for those who say who they are and have shown nothing of it yet. It is apart from that of people with a
 * session, a remembered device or a right code, who never wait behind strangers; networks share it fairly.
 */
export type StrangerLane = {
  /**
   * Does the work of a stranger of this network, with a hasher of its own. Throws `TOO_MANY_REQUESTS` with the seconds to
   * wait before anything was done for it.
   */
  readonly run: <Result>(network: NetworkBlock, work: (hasher: PasswordHasher) => Promise<Result>) => Promise<Result>;
};

export function strangerLane(options: {
  /** Secret (32 bytes) kept apart from the database; that of the other hashes. */
  readonly pepper: Uint8Array;
  readonly olderPeppers?: readonly Uint8Array[];
  /** Strangers served at the same time. */
  readonly parallelMax: number;
  /** Strangers that may wait. */
  readonly waitingMax: number;
}): StrangerLane {
  const queue = fairQueue({
    ...options,
    refusal: (retryAfterSeconds) => problem('TOO_MANY_REQUESTS', { retryAfterSeconds }),
  });
  const hasher = passwordHasher({ ...options, waitingMax: 0 });
  return { run: (network, work) => queue.run(network, () => work(hasher)) };
}
