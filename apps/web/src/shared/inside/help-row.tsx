import { useLingui } from '@lingui/react/macro';
import { CircleHelpIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** Where somebody is stuck: leads to the answer about it. */
export function HelpRow(props: { answer: 'deposit' | 'rejected' | 'review' | 'authenticator' }) {
  const { t } = useLingui();
  return (
    <Row
      as={Link}
      to={`${paths.help}?${new URLSearchParams({ answer: props.answer })}`}
      slim
      start={<CircleHelpIcon />}
      title={t`Help with this`}
      leads
    />
  );
}
