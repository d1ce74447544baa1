import { Plural, Trans } from '@lingui/react/macro';
import type { ActivityView } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Chip } from '@tern/ui/chip';
import { CoinsIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatDay } from '../../../shared/format-time.ts';
import { ActivityNotes } from './activity-notes.tsx';
import { ClaimSheet } from '../shared/claim-sheet.tsx';
import { JoinForm } from './join-form.tsx';
import { OwnPart } from './own-part.tsx';
import { RefusalNote } from '../shared/refusal-note.tsx';

export function ActivityBody(props: { activity: ActivityView; token: AssetView }) {
  const { activity, token } = props;
  const { participation, refusal, placesLeft } = activity;
  const [claiming, setClaiming] = useState(false);
  const until = formatDay(activity.closesAt);
  const isForm = participation === null ? refusal === null : participation.resubmitUntil !== null;
  return (
    <>
      <div className="stack gap-3">
        <h2 className="title-1 activity-title" lang={activity.language}>
          {activity.title}
        </h2>
        <p className="cluster wrap">
          <Chip kind="running" icon={<CoinsIcon size="xs" />}>
            <bdi dir="ltr">{exactAmountWithUnit(activity.reward, token)}</bdi>
          </Chip>
          <Chip>
            {placesLeft === 0 ? (
              <Trans>No places are left</Trans>
            ) : (
              <Plural value={placesLeft} one="# place left" other="# places left" />
            )}
          </Chip>
          <Chip>
            <Trans>until {until}</Trans>
          </Chip>
        </p>
      </div>
      {participation === null ? null : (
        <OwnPart
          participation={participation}
          reward={activity.reward}
          token={token}
          onClaim={() => setClaiming(true)}
        />
      )}
      <section className="stack gap-3" lang={activity.language}>
        <p className="ink-2">{activity.purpose}</p>
        <ul className="activity-lines">
          {activity.criteria.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {participation === null && refusal !== null ? <RefusalNote refusal={refusal} /> : null}
      {isForm ? (
        <>
          <ActivityNotes activity={activity} />
          <JoinForm key={activity.participation?.submittedAt ?? 'first'} activity={activity} />
        </>
      ) : null}
      <ClaimSheet activity={claiming ? activity : undefined} token={token} onClose={() => setClaiming(false)} />
    </>
  );
}
