import { createHash, randomBytes } from 'node:crypto';
import { hash, parseOptions, verify, type Options } from '@node-rs/argon2';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { fairQueue, type NetworkBlock } from '../../platform/limits/public.ts';

/** For whom a hash is computed: a person, or the network of whoever is none yet. They take turns. */
export type HashAsker = PersonId | NetworkBlock;

/** Slow hashes of passwords, never more at once than the machine can carry. */
export type PasswordHasher = {
  /** PHC text of argon2id, then `#` and which pepper it was made with. */
  readonly hash: (password: string, askedBy: HashAsker) => Promise<string>;
  readonly verify: (hashed: string, password: string, askedBy: HashAsker) => Promise<boolean>;
  /** Takes as long as `verify` and is always false: for accounts that do not exist. */
  readonly verifyNobody: (password: string, askedBy: HashAsker) => Promise<false>;
  /** Whether the hash was made with weaker parameters than today's, or with an earlier pepper. */
  readonly isOutdated: (hashed: string) => boolean;
};

export type HasherOptions = {
  /** Secret (32 bytes) kept apart from the database. */
  readonly pepper: Uint8Array;
  /** Earlier ones, newest first: hashes made with them are still recognised. */
  readonly olderPeppers?: readonly Uint8Array[];
  /** Hashes computed at the same time; each takes 19 MiB and one core. */
  readonly parallelMax: number;
  /** Callers that may wait; beyond them `UNAVAILABLE` is thrown at once. */
  readonly waitingMax: number;
};

// OWASP's first choice for argon2id; `isOutdated` tells when a raise has to reach an old hash.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

// One person has few hashes computed at once, however many cores there are.
const perGroupMax = 2;

export function passwordHasher({ pepper, olderPeppers = [], ...limits }: HasherOptions): PasswordHasher {
  const { parallelMax, waitingMax } = limits;
  const options: Options = { ...parameters, secret: pepper };
  const current = pepperId(pepper);
  const peppers = new Map([pepper, ...olderPeppers].map((each) => [pepperId(each), each]));
  const oldest = olderPeppers.at(-1) ?? pepper;
  const check = (hashed: string, password: string): Promise<boolean> => {
    const { phc, id } = readHash(hashed);
    const secret = id === undefined ? oldest : peppers.get(id);
    // As long as for any other wrong password: the pepper it was made with is gone.
    return secret === undefined
      ? verify(phc, password, options).then(() => false)
      : verify(phc, password, { ...options, secret });
  };
  const queue = fairQueue({ parallelMax, perGroupMax, waitingMax, refusal: () => problem('UNAVAILABLE') });
  const nobody = hash(randomBytes(32), options);
  return {
    hash: (password, askedBy) => queue.run(askedBy, async () => `${await hash(password, options)}#${current}`),
    verify: (hashed, password, askedBy) => queue.run(askedBy, () => check(hashed, password)),
    verifyNobody: async (password, askedBy) => {
      const hashed = await nobody;
      await queue.run(askedBy, () => verify(hashed, password, options));
      return false;
    },
    isOutdated: (hashed) => {
      const { phc, id } = readHash(hashed);
      const used = parseOptions(phc);
      return (
        (id ?? pepperId(oldest)) !== current ||
        used.memoryCost < parameters.memoryCost ||
        used.timeCost < parameters.timeCost ||
        used.parallelism < parameters.parallelism
      );
    },
  };
}

/** Which pepper a hash was made with, without telling anything of it. */
export function pepperId(pepper: Uint8Array): string {
  return createHash('sha256').update('which pepper\0').update(pepper).digest('hex').slice(0, 8);
}

/** Hashes from before peppers could change name none; they were made with the oldest. */
function readHash(hashed: string): { readonly phc: string; readonly id: string | undefined } {
  const [phc = hashed, id] = hashed.split('#');
  return { phc, id };
}
