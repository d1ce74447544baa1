import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import { Alert } from '@tern/ui/notice';
import { ContactSupport } from '../../../shared/contact-support.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { reasonTexts } from '../shared/reason-texts.ts';

/** What was said of an entry so far, and what the person can do. */
export function EntryAnswer(props: { participation: ParticipationView }) {
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
