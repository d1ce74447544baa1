import type { PersonId } from '@tern/base/ids';
import type { Config } from '@tern/config/config';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { DbReader } from '@tern/db/database';
import { listClosedAmong, mayReceiveIncentives } from '@tern/server/money/incentives/public';

type Rules = Pick<Config, 'countryCorrectionMinutes' | 'incentivesClosedIn'>;

/** How declared countries are corrected here. */
export function correctionRules({ countryCorrectionMinutes, incentivesClosedIn }: Rules) {
  return { countryCorrectionMinutes, closedCountries: incentivesClosedIn };
}

/** The same as everybody may read it. */
export function describeIncentives({
  countryCorrectionMinutes,
  incentivesClosedIn,
}: Rules): InstallationView['incentives'] {
  return { closedCountries: [...incentivesClosedIn], correctionMinutes: countryCorrectionMinutes };
}

/** Who may be given rewards here, for what asks it of one person or of many. */
export function incentiveGates({ incentivesClosedIn }: Rules) {
  return {
    mayReceiveIncentives: (reader: DbReader, personId: PersonId) =>
      mayReceiveIncentives(reader, incentivesClosedIn, personId),
    listClosedAmong: (reader: DbReader, personIds: readonly PersonId[]) =>
      listClosedAmong(reader, incentivesClosedIn, personIds),
  };
}
