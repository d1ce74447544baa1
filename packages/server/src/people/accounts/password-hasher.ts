import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify, type Options } from '@node-rs/argon2';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { fairQueue, type NetworkBlock } from '../../platform/limits/public.ts';

/** For whom a hash is computed: a person, or the network of whoever is none yet. They take turns. */
export type HashAsker = PersonId | NetworkBlock;

/** Slow hashes of passwords, never more at once than the machine can carry. */
export type PasswordHasher = {
  /** PHC text of argon2id. */
  readonly hash: (password: string, askedBy: HashAsker) => Promise<string>;
  readonly verify: (hashed: string, password: string, askedBy: HashAsker) => Promise<boolean>;
  /** Takes as long as `verify` and is always false: for accounts that do not exist. */
  readonly verifyNobody: (password: string, askedBy: HashAsker) => Promise<false>;
  /** Whether the hash was made with weaker parameters than today's. */
  readonly isOutdated: (hashed: string) => boolean;
};

export type HasherOptions = {
  /** Secret (32 bytes) kept apart from the database. */
  readonly pepper: Uint8Array;
  /** Hashes computed at the same time; each takes 19 MiB and one core. */
  readonly parallelMax: number;
  /** Callers that may wait; beyond them `UNAVAILABLE` is thrown at once. */
  readonly waitingMax: number;
};

// OWASP's first choice for argon2id; `isOutdated` tells when a raise has to reach an old hash.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

// One person has few hashes computed at once, however many cores there are.
const perGroupMax = 2;

export function passwordHasher({ pepper, parallelMax, waitingMax }: HasherOptions): PasswordHasher {
  const options: Options = { ...parameters, secret: pepper };
  const queue = fairQueue({ parallelMax, perGroupMax, waitingMax, refusal: () => problem('UNAVAILABLE') });
  const nobody = hash(randomBytes(32), options);
  return {
    hash: (password, askedBy) => queue.run(askedBy, () => hash(password, options)),
    verify: (hashed, password, askedBy) => queue.run(askedBy, () => verify(hashed, password, options)),
    verifyNobody: async (password, askedBy) => {
      const hashed = await nobody;
      await queue.run(askedBy, () => verify(hashed, password, options));
      return false;
    },
    isOutdated: (hashed) => {
      const used = parseOptions(hashed);
      return (
        used.memoryCost < parameters.memoryCost ||
        used.timeCost < parameters.timeCost ||
        used.parallelism < parameters.parallelism
      );
    },
  };
}
