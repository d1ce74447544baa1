import { Trans, useLingui } from '@lingui/react/macro';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import { Facts } from '@tern/ui/facts';
import { formatDateTime, formatDayAndYear } from '../../../shared/format-time.ts';

/** What was handed in. */
export function EntryFacts({ participation }: { participation: ParticipationView }) {
  const { picture, externalId, submittedAt } = participation;
  return (
    <Facts
      tight
      facts={[
        { key: 'id', term: <Trans>User ID</Trans>, value: <bdi dir="ltr">{externalId}</bdi> },
        { key: 'sent', term: <Trans>Submitted</Trans>, value: formatDateTime(submittedAt) },
        {
          key: 'picture',
          term: <Trans>Picture</Trans>,
          value:
            picture === null ? (
              <Trans>deleted as planned</Trans>
            ) : (
              <PictureLink path={picture.path} deletesAt={picture.deletesAt} />
            ),
        },
      ]}
    />
  );
}

function PictureLink(props: { path: string; deletesAt: string }) {
  const { t } = useLingui();
  const day = formatDayAndYear(props.deletesAt);
  return (
    <span className="cluster gap-3 activity-thumb">
      <span>
        <Trans>will be deleted on {day}</Trans>
      </span>
      <img src={props.path} alt={t`The picture you submitted`} />
    </span>
  );
}
