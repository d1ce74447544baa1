import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Facts } from '@tern/ui/facts';
import { Alert } from '@tern/ui/notice';
import { Link } from 'react-router';
import { ContactSupport } from '../../../shared/contact-support.tsx';
import { exactAmountWithUnit } from '../../../shared/exact-amount.ts';
import { formatDateTime, formatDayAndYear } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { ActivityStatus } from '../shared/activity-status.tsx';
import { reasonTexts } from '../shared/reason-texts.ts';

/** Where the person stands: what was handed in, what was said of it, and what they can do. */
export function OwnPart(props: {
  participation: ParticipationView;
  reward: string;
  token: AssetView;
  onClaim: () => void;
}) {
  const { t } = useLingui();
  const { participation, reward, token } = props;
  const { status, picture, externalId, recordId } = participation;
  const amount = exactAmountWithUnit(reward, token);
  return (
    <section className="stack gap-3" aria-label={t`Your entry`}>
      <Card>
        <div className="stack gap-4">
          <div className="stack gap-2">
            <p>
              <ActivityStatus status={status} />
            </p>
            <Said participation={participation} />
          </div>
          <Facts
            ruled
            facts={[
              { key: 'id', term: <Trans>User ID</Trans>, value: <bdi dir="ltr">{externalId}</bdi> },
              { key: 'sent', term: <Trans>Handed in</Trans>, value: formatDateTime(participation.submittedAt) },
              {
                key: 'picture',
                term: <Trans>Picture</Trans>,
                value:
                  picture === null ? (
                    <Trans>was deleted on its date</Trans>
                  ) : (
                    <PictureLink path={picture.path} deletesAt={picture.deletesAt} />
                  ),
              },
            ]}
          />
        </div>
      </Card>
      {status === 'approved' ? (
        <Button block needsConnection onClick={props.onClaim}>
          <span>
            <Trans>
              Claim <bdi dir="ltr">{amount}</bdi>
            </Trans>
          </span>
        </Button>
      ) : null}
      {status === 'completed' && recordId !== null ? (
        <Button as={Link} to={`${paths.record}?${new URLSearchParams({ id: recordId })}`} kind="quiet" block>
          <Trans>Open the record</Trans>
        </Button>
      ) : null}
    </section>
  );
}

function PictureLink(props: { path: string; deletesAt: string }) {
  const { t } = useLingui();
  const day = formatDayAndYear(props.deletesAt);
  return (
    <span className="activity-thumb">
      <span>
        <Trans>will be deleted on {day}</Trans>
      </span>
      <img src={props.path} alt={t`The picture you handed in`} />
    </span>
  );
}

function Said(props: { participation: ParticipationView }) {
  const { i18n } = useLingui();
  const { status, answerBy, late, rejection, resubmitUntil, triesLeft } = props.participation;
  const by = formatDateTime(answerBy);
  switch (status) {
    case 'under-review':
      return late ? (
        <p>
          <Trans>The answer was promised by {by} and is late. The person responsible has been alerted.</Trans>
        </p>
      ) : (
        <p>
          <Trans>A person answers by {by}.</Trans>
        </p>
      );
    case 'approved':
      return (
        <p>
          <Trans>The reward is set aside for you, however long you wait.</Trans>
        </p>
      );
    case 'paying':
      return (
        <p role="status">
          <Trans>On its way into your wallet.</Trans>
        </p>
      );
    case 'completed':
      return (
        <p>
          <Trans>The reward is in your balance and yours to use.</Trans>
        </p>
      );
    case 'failed': {
      const text = rejection === null ? null : reasonTexts[rejection.reason];
      const until = resubmitUntil === null ? '' : formatDateTime(resubmitUntil);
      return (
        <>
          <Alert kind="danger">
            {text === null ? null : <p>{i18n._(text)}</p>}
            {rejection?.text ? <p className="activity-words">{rejection.text}</p> : null}
            <ContactSupport />
          </Alert>
          <p className="caption">
            {resubmitUntil === null ? (
              <Trans>It cannot be sent again.</Trans>
            ) : (
              <Trans>
                You can send it again until {until};{' '}
                <Plural value={triesLeft} one="# try is left" other="# tries are left" />.
              </Trans>
            )}
          </p>
        </>
      );
    }
  }
}
