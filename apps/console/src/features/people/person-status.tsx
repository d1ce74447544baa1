import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonView } from '@tern/contracts/routes/console-people';
import { Chip } from '@tern/ui/chip';
import { Alert } from '@tern/ui/notice';
import { Link } from 'react-router';
import { formatTime } from '../../shared/format-time.ts';
import { stopReason } from '../../shared/reason-names.ts';
import { accountState } from '../../shared/state-names.ts';
import { useStopText } from '../../shared/stops.tsx';

/** How the account stands, in the words that an operator says to whoever asks: since when, by whom, why, until when. */
export function PersonStatus({ person: { id, state, stops, own } }: { person: PersonView }) {
  const { i18n } = useLingui();
  const tell = useStopText();
  const freeze = stops.find(({ kind }) => kind === 'account-frozen');
  const others = stops.filter((stop) => stop !== freeze);
  return (
    <>
      <p className="people-status">
        {freeze === undefined ? (
          <Chip kind={state === 'active' ? 'positive' : 'failed'}>{i18n._(accountState(state))}</Chip>
        ) : null}
        {others.map((stop) => (
          <Chip key={stop.kind} kind="waiting">
            {tell(stop)}
          </Chip>
        ))}
        {own ? (
          <Chip kind="waiting">
            <Trans>close to you: another operator decides about it</Trans>
          </Chip>
        ) : null}
      </p>
      {freeze === undefined ? null : (
        <Alert kind="danger">
          <Frozen stop={freeze} />{' '}
          <Link className="link" to={`/people/${id}/holds`}>
            <Trans>All holds</Trans>
          </Link>
        </Alert>
      )}
    </>
  );
}

function Frozen({ stop }: { stop: PersonView['stops'][number] }) {
  const { i18n } = useLingui();
  const known = stopReason('account-frozen', stop.reason);
  const reason = known === undefined ? stop.reason : i18n._(known);
  const since = stop.since === null ? '' : formatTime(stop.since);
  const until = stop.until === null ? '' : formatTime(stop.until);
  const by = stop.by ?? '';
  return (
    <Trans>
      <strong>
        On hold since {since} by {by}, because: {reason}.
      </strong>{' '}
      It ends by itself on {until}.
    </Trans>
  );
}
