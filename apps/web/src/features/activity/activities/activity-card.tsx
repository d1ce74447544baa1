import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ActivityCard as Card } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import { Link } from 'react-router';
import { formatDateTime, formatDay } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { ActivityReward } from '../shared/activity-reward.tsx';
import { ActivityStatus } from '../shared/activity-status.tsx';
import { ClaimButton } from '../shared/claim-button.tsx';
import { ActivityEmblem } from './activity-emblem.tsx';
import { PlacesBar } from './places-bar.tsx';
import { reasonTexts } from '../shared/reason-texts.ts';

/** One activity in the list: what it gives, and where the person stands with it. */
export function ActivityCard(props: { card: Card; token: AssetView; onClaim: () => void }) {
  const { card, token } = props;
  const { participation } = card;
  const to = `${paths.activity}?${new URLSearchParams({ id: card.id })}`;
  return (
    <article className="card activity-card">
      {participation === null ? null : (
        <p className="activity-card-top">
          <ActivityStatus status={participation.status} />
          <span className="caption">
            <When card={card} />
          </span>
        </p>
      )}
      <div className="activity-card-head">
        <ActivityEmblem platform={card.platform} />
        <h2 className="title-3 grow" lang={card.language}>
          <Link className="activity-card-link" to={to}>
            {card.title}
          </Link>
        </h2>
        <ActivityReward reward={card.reward} token={token} />
      </div>
      <p className="caption">
        <bdi>{card.platform}</bdi> · <Note card={card} />
      </p>
      {participation === null ? (
        <>
          <PlacesBar card={card} />
          <p className="activity-card-top caption">
            <span>
              <Plural value={card.reviewHours} one="Reviewed within # hour" other="Reviewed within # hours" />
            </span>
          </p>
        </>
      ) : null}
      {participation?.status === 'approved' ? (
        <ClaimButton reward={card.reward} token={token} onClaim={props.onClaim} />
      ) : null}
    </article>
  );
}

function Note(props: { card: Card }) {
  const { i18n } = useLingui();
  const { summary, language, participation } = props.card;
  const rejection = participation?.status === 'failed' ? participation.rejection : null;
  if (!rejection) return <span lang={language}>{summary}</span>;
  const text = reasonTexts[rejection.reason];
  return text === null ? <bdi className="long-words">{rejection.text}</bdi> : i18n._(text);
}

function When(props: { card: Card }) {
  const { participation } = props.card;
  if (participation === null) return null;
  const { status, answerBy, decidedAt, resubmitUntil, late } = participation;
  const by = formatDateTime(answerBy);
  const decided = decidedAt === null ? '' : formatDay(decidedAt);
  switch (status) {
    case 'under-review':
      return late ? <Trans>Review is overdue</Trans> : <Trans>Review by {by}</Trans>;
    case 'failed':
      return resubmitUntil === null ? <Trans>Reviewed {decided}</Trans> : <Trans>You can resubmit</Trans>;
    case 'approved':
    case 'paying':
    case 'completed':
      return <Trans>Reviewed {decided}</Trans>;
  }
}
