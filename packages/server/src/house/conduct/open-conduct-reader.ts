import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { ConductView } from '@tern/contracts/routes/check';
import type { Database } from '@tern/db/database';
import {
  compareCountries,
  compareExits,
  compareFees,
  countHolds,
  countIncidents,
  dailyDays,
  judgeAnswers,
  seldomDays,
} from './conduct-store.ts';

export type ConductDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Countries in which no incentives are given now. */
  readonly closedCountries: readonly string[];
  /** Days within which an answer to a complaint is promised. */
  readonly answerDays: number;
};

/** Age up to which an answer is given again: however many look, the books are read this often at most. */
const maxAgeMs = 300_000;

/** Below this a number could be about people who know each other. */
const fewBelow = 10;

const daySeconds = 86_400;

/**
 * How the rules were kept that the house holds itself to: counts, and nothing about anybody. Breaches are told to the unit, and
 * what a small number could tell about single people is told as few.
 */
export function openConductReader(deps: ConductDeps): () => Promise<ConductView> {
  let asked: { readonly atMs: number; readonly view: Promise<ConductView> } | undefined;
  return async () => {
    const nowMs = deps.clock.nowMs();
    if (asked === undefined || nowMs - asked.atMs >= maxAgeMs || nowMs < asked.atMs) {
      const mine = { atMs: nowMs, view: readConduct(deps) };
      asked = mine;
      // What failed is asked for again by whoever comes next.
      mine.view.catch(() => {
        if (asked === mine) asked = undefined;
      });
    }
    return await asked.view;
  };
}

async function readConduct({ db, clock, closedCountries, answerDays }: ConductDeps): Promise<ConductView> {
  const reader = db.kysely;
  const measuredAt = toWire(clock.now());
  // One after the other: nobody waits for this as for a payment, so it takes one connection.
  const exits = await compareExits(reader);
  const fees = await compareFees(reader);
  const holds = await countHolds(reader);
  const countries = await compareCountries(reader);
  const answers = await judgeAnswers(reader);
  const incidents = await countIncidents(reader);
  const isTold = answers.late > 0 || answers.judged >= fewBelow;
  return {
    measuredAt,
    days: dailyDays,
    seldomDays,
    exits: { compared: tellCount(exits.compared), broken: exits.broken },
    fees: { compared: tellCount(fees.compared), broken: fees.broken },
    holds: { open: tellCount(holds.open), pastEnd: holds.pastEnd },
    countries: {
      closed: [...closedCountries],
      compared: tellCount(countries.compared),
      broken: countries.broken,
    },
    complaints: {
      answerDays,
      judged: tellCount(answers.judged),
      late: answers.late,
      waiting: answers.waiting,
      longestDays: isTold ? Math.ceil(answers.longestSeconds / daySeconds) : null,
    },
    incidents,
  };
}

/** A number that tells about nobody: null where it is from 1 to 9. Pure. */
function tellCount(count: number): number | null {
  return count === 0 || count >= fewBelow ? count : null;
}
