import { createHash, randomBytes } from 'node:crypto';
import { hash, parseOptions, type Options } from '@node-rs/argon2';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { fairQueue, type NetworkBlock } from '../../platform/limits/public.ts';
import { openHashThreads } from './hash-threads.ts';

/** For whom a hash is computed: a person, or the network of whoever is none yet. They take turns. */
export type HashAsker = PersonId | NetworkBlock;

/** Slow hashes of passwords, never more at once than the machine can carry. */
export type PasswordHasher = {
  /** PHC text of argon2id, then `#` and which pepper it was made with. `cost`: that of login passwords where it is absent. */
  readonly hash: (password: string, askedBy: HashAsker, cost?: HashCost) => Promise<string>;
  readonly verify: (hashed: string, password: string, askedBy: HashAsker) => Promise<boolean>;
  /** Takes as long as `verify` and is always false: for accounts that do not exist. */
  readonly verifyNobody: (password: string, askedBy: HashAsker) => Promise<false>;
  /** Whether the hash was made with other parameters than today's of this cost, or with an earlier pepper. */
  readonly isOutdated: (hashed: string, cost?: HashCost) => boolean;
};

/** What argon2id spends on one hash: KiB of memory, passes over it, lanes. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

export type HasherOptions = {
  /** Secret (32 bytes) kept apart from the database. */
  readonly pepper: Uint8Array;
  /** Earlier ones, newest first: hashes made with them are still recognised. */
  readonly olderPeppers?: readonly Uint8Array[];
  /** Hashes computed at the same time, each in a thread of its own; each takes up to 19 MiB and one core. */
  readonly parallelMax: number;
  /** Callers that may wait; beyond them `UNAVAILABLE` is thrown at once. */
  readonly waitingMax: number;
};

// Two of the settings for argon2id that OWASP calls equal; `isOutdated` tells when another choice has to reach an old hash.
const loginCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of trade passwords: the cheapest one here. Six digits live by their limits and the pepper, not by their hash. */
export const tradePasswordCost: HashCost = { memoryCost: 7_168, timeCost: 5, parallelism: 1 };

// One person has few hashes computed at once, however many cores there are.
const perGroupMax = 2;

export function passwordHasher({ parallelMax, waitingMax, ...secrets }: HasherOptions): PasswordHasher {
  // Copies with memory of their own: what a thread is sent takes all of the memory it lies in with it, and with it other secrets.
  const pepper = Uint8Array.from(secrets.pepper);
  const olderPeppers = (secrets.olderPeppers ?? []).map((each) => Uint8Array.from(each));
  const options: Options = { ...loginCost, secret: pepper };
  const threads = openHashThreads(parallelMax);
  const current = pepperId(pepper);
  // The first pepper has no name in a hash, so that version 2.1.0, which knows none, reads what was hashed since an upgrade.
  const suffix = olderPeppers.length === 0 ? '' : `#${current}`;
  const peppers = new Map([pepper, ...olderPeppers].map((each) => [pepperId(each), each]));
  const oldest = olderPeppers.at(-1) ?? pepper;
  const check = (hashed: string, password: string): Promise<boolean> => {
    const { phc, id } = readHash(hashed);
    const secret = id === undefined ? oldest : peppers.get(id);
    // As long as for any other wrong password: the pepper it was made with is gone.
    return secret === undefined
      ? threads.verify(phc, password, options).then(() => false)
      : threads.verify(phc, password, { ...options, secret });
  };
  const queue = fairQueue({ parallelMax, perGroupMax, waitingMax, refusal: () => problem('UNAVAILABLE') });
  const nobody = hash(randomBytes(32), options);
  return {
    hash: (password, askedBy, cost) =>
      queue.run(askedBy, async () => (await threads.hash(password, { ...options, ...cost })) + suffix),
    verify: (hashed, password, askedBy) => queue.run(askedBy, () => check(hashed, password)),
    verifyNobody: async (password, askedBy) => {
      const hashed = await nobody;
      await queue.run(askedBy, () => threads.verify(hashed, password, options));
      return false;
    },
    isOutdated: (hashed, cost = loginCost) => {
      const { phc, id } = readHash(hashed);
      const used = parseOptions(phc);
      return (
        (id ?? pepperId(oldest)) !== current ||
        used.memoryCost !== cost.memoryCost ||
        used.timeCost !== cost.timeCost ||
        used.parallelism !== cost.parallelism
      );
    },
  };
}

/** Which pepper a hash was made with, without telling anything of it. */
export function pepperId(pepper: Uint8Array): string {
  return createHash('sha256').update('which pepper\0').update(pepper).digest('hex').slice(0, 8);
}

/** Hashes that name no pepper were made with the oldest. */
function readHash(hashed: string): { readonly phc: string; readonly id: string | undefined } {
  const [phc = hashed, id] = hashed.split('#');
  return { phc, id };
}
