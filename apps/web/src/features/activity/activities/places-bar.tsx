import { Trans } from '@lingui/react/macro';
import type { ActivityCard } from '@tern/contracts/routes/activities';
import { formatDay } from '../../../shared/format-time.ts';

/** How many of the places are taken, truly, and until when. */
export function PlacesBar(props: { card: Pick<ActivityCard, 'places' | 'placesLeft' | 'closesAt'> }) {
  const { places, placesLeft, closesAt } = props.card;
  const until = formatDay(closesAt);
  return (
    <div className="stack gap-2">
      <div className="activity-places" aria-hidden="true">
        <i style={{ inlineSize: `${((places - placesLeft) / places) * 100}%` }} />
      </div>
      <p className="activity-card-top caption">
        <span>
          {placesLeft === 0 ? (
            <Trans>No places left</Trans>
          ) : (
            <Trans>
              {placesLeft} of {places} places left
            </Trans>
          )}
        </span>
        <span>
          <Trans>until {until}</Trans>
        </span>
      </p>
    </div>
  );
}
