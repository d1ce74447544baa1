import { canonicalJson, type Json } from './canonical-json.ts';
import type { IdempotentRequest } from './run-idempotent.ts';

/** The requests that are under way in one process. */
export type Repeats<Reply> = {
  /**
   * Does `work`, unless an equal request is under way: then its reply is this one's too. Where that one is refused or breaks,
   * the next in line does its own work. So factors are given once for one key, however often it is pressed at one moment.
   */
  readonly join: (request: IdempotentRequest, work: () => Promise<Reply>) => Promise<Reply>;
};

/** One for each process and route. Equal requests of several processes meet in the database. */
export function openRepeats<Reply extends Json>(): Repeats<Reply> {
  const underWay = new Map<string, Promise<Reply>>();
  return {
    join: async ({ personId, key, request }, work) => {
      const name = canonicalJson([personId, key, request]);
      let first = underWay.get(name);
      while (first !== undefined) {
        const settled = await first.then(
          (reply) => ({ reply }),
          () => undefined,
        );
        if (settled !== undefined) return settled.reply;
        // Whoever came next while this one was told has its own turn.
        first = underWay.get(name);
      }
      const mine = work().finally(() => underWay.delete(name));
      underWay.set(name, mine);
      return mine;
    },
  };
}
