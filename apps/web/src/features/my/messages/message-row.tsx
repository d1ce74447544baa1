import { useLingui } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { MessageView } from '@tern/contracts/routes/messages';
import { NowPoint } from '@tern/ui/now-point';
import { Row, RowLine } from '@tern/ui/row';
import { Link } from 'react-router';
import { formatMoment } from '../../../shared/format-time.ts';
import { useBalancesHidden } from '../../../shared/hidden-balances.ts';
import { paths } from '../../../shared/paths.ts';
import { describeMessage } from '../shared/describe-message.ts';
import { MessageMark } from '../shared/message-mark.tsx';

/** One message of the list: what happened, when, and whether it was read. */
export function MessageRow(props: { message: MessageView; installation: InstallationView; now: Date }) {
  const { t, i18n } = useLingui();
  const { message, installation, now } = props;
  const hidden = useBalancesHidden();
  const { title, body } = describeMessage(message, { i18n, installation, hidden });
  return (
    <Row
      as={Link}
      to={`${paths.message}?${new URLSearchParams({ id: message.id })}`}
      className="messages-row"
      start={<MessageMark message={message} />}
      title={
        <RowLine
          end={
            <span className="cluster messages-when">
              {formatMoment(message.createdAt, now)}
              {message.read ? null : (
                <>
                  <NowPoint />
                  <span className="visually-hidden">{t`Unread`}</span>
                </>
              )}
            </span>
          }
        >
          <bdi>{title}</bdi>
        </RowLine>
      }
      note={body}
    />
  );
}
