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
          <Trans>We promised a review by {by}, and it is overdue. The person responsible has been alerted.</Trans>
        </p>
      ) : (
        <p>
          <Trans>A person reviews your entry by {by}.</Trans>
        </p>
      );
    case 'approved':
      return (
        <p>
          <Trans>The reward is set aside for you, however long you take to claim it.</Trans>
        </p>
      );
    case 'paying':
      return (
        <p role="status">
          <Trans>On its way to your wallet.</Trans>
        </p>
      );
    case 'completed':
      return (
        <p>
          <Trans>The reward is in your balance and ready to use.</Trans>
        </p>
      );
    case 'failed': {
      const text = rejection === null ? null : reasonTexts[rejection.reason];
      const until = resubmitUntil === null ? '' : formatDateTime(resubmitUntil);
      return (
        <>
          <Alert kind="danger">
            {text === null ? null : <p>{i18n._(text)}</p>}
            {rejection?.text ? <p className="long-words">{rejection.text}</p> : null}
            <ContactSupport />
          </Alert>
          <p className="caption">
            {resubmitUntil === null ? (
              <Trans>You can’t resubmit this entry.</Trans>
            ) : (
              <Trans>
                You can resubmit until {until}; <Plural value={triesLeft} one="# try left" other="# tries left" />.
              </Trans>
            )}
          </p>
        </>
      );
    }
  }
}
