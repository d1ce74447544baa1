import { Trans } from '@lingui/react/macro';
import type { ActivityView } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import { formatDay } from '../../../shared/format-time.ts';
import { ActivityReward } from '../shared/activity-reward.tsx';
import { ActivityCover } from './activity-cover.tsx';

/** What the activity is, what it gives, and until when; what the house wants it for, and what it asks. */
export function ActivityHead({ activity, token }: { activity: ActivityView; token: AssetView }) {
  const { platform, affiliated, places, placesLeft, language } = activity;
  const until = formatDay(activity.closesAt);
  return (
    <>
      <ActivityCover platform={platform} />
      <div className="stack gap-2">
        <div className="activity-card-head">
          <h2 className="title-2 grow activity-title" lang={language}>
            {activity.title}
          </h2>
          <ActivityReward reward={activity.reward} token={token} />
        </div>
        <p className="caption">
          {placesLeft === 0 ? (
            <Trans>No places left</Trans>
          ) : (
            <Trans>
              {placesLeft} of {places} places left
            </Trans>
          )}{' '}
          · <Trans>until {until}</Trans>
        </p>
        {affiliated ? null : (
          <p className="caption">
            <Trans>
              We are not affiliated with <bdi>{platform}</bdi>.
            </Trans>
          </p>
        )}
      </div>
      <section className="stack gap-3" lang={language}>
        <p className="ink-2">{activity.purpose}</p>
        <ul className="activity-lines">
          {activity.criteria.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
