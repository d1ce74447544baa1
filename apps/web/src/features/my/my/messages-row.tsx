import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '@tern/ui/chip';
import { MessageSquareIcon } from '@tern/ui/my-icons';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { unreadQuery } from '../../../shared/message-queries.ts';
import { paths } from '../../../shared/paths.ts';

/** Leads to the messages, with how many wait to be read. */
export function MessagesRow() {
  const { t, i18n } = useLingui();
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  const count = i18n.number(unread);
  return (
    <Row
      as={Link}
      to={paths.messages}
      slim
      start={<MessageSquareIcon />}
      title={t`Messages`}
      end={unread === 0 ? undefined : <Chip kind="running">{t`${count} new`}</Chip>}
      leads
    />
  );
}
