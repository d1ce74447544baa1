import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import { freezeDaysMax } from '@tern/contracts/routes/console-people';
import type { RulesView } from '@tern/contracts/routes/installation';
import type { Database } from '@tern/db/database';
import { closingWaitDays } from '../../money/closing/public.ts';
import { getSchedule, type PoolSchedule } from '../../money/pool/public.ts';
import type { IdentitySettings } from '../../people/accounts/public.ts';
import { showLimits } from '../../people/levels/public.ts';
import { countryFixedDays } from '../../people/preferences/public.ts';
import type { TermsReader } from '../../people/terms/public.ts';
import { factorPauses } from '../../platform/limits/public.ts';

export type GetRulesDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly terms: TermsReader;
  readonly rules: {
    readonly confirmations: number;
    readonly blockMs: number;
    readonly identity: Pick<IdentitySettings, 'holdMs' | 'objectionHoldMs' | 'factorResetMs'>;
    readonly quoteLifetimeMs: number;
    /** The pool's first schedule, where operators have decided none. */
    readonly pool: PoolSchedule;
  };
};

const second = 1_000;
const day = 86_400 * second;

/** Every number the help page names, from where the product itself reads it; anyone may read them. */
export async function getRules({ db, clock, terms, rules }: GetRulesDeps): Promise<RulesView> {
  const [{ sending, swaps }, pool, levels] = await Promise.all([
    terms.getCurrent(db.kysely),
    getSchedule(db.kysely, rules.pool, clock.now()),
    showLimits(db.kysely),
  ]);
  return toWire({
    deposits: {
      confirmations: rules.confirmations,
      arrivalSeconds: Math.ceil((rules.confirmations * rules.blockMs) / second),
    },
    sending: {
      minimums: sending.minimums,
      feeMaximums: sending.feeMaximums,
      maximum: sending.maximumUsdt,
      dailyMaximum: sending.dailyMaximumUsdt,
      reviewFrom: sending.reviewFromUsdt,
      secondOperatorFrom: sending.secondOperatorFromUsdt,
      levels,
    },
    locks: readLocks(),
    holds: {
      afterChangeSeconds: rules.identity.holdMs / second,
      afterObjectionSeconds: rules.identity.objectionHoldMs / second,
    },
    days: {
      factorReset: rules.identity.factorResetMs / day,
      freezeMax: freezeDaysMax,
      closingWait: closingWaitDays,
      countryFixed: countryFixedDays,
    },
    swaps: {
      fee: Number(swaps.feeBasisPoints),
      swapperShare: Number(swaps.swapperShareBasisPoints),
      poolShare: Number(swaps.poolShareBasisPoints),
      quoteSeconds: rules.quoteLifetimeMs / second,
    },
    pool: { everyHours: pool.everyHours, shareBasisPoints: Number(pool.shareBasisPoints) },
  });
}

/** The first two pauses of the schedule by which wrong trade passwords and authenticator codes are counted. */
function readLocks(): RulesView['locks'] {
  const pauses = factorPauses
    .map((seconds, index) => ({ seconds, tries: index + 1 }))
    .filter(({ seconds }) => seconds > 0);
  const [first = { seconds: 0, tries: 0 }, next = first] = pauses;
  return { tries: first.tries, firstSeconds: first.seconds, nextSeconds: next.seconds };
}
