import type { AccountView } from '@tern/contracts/routes/identity';
import { LockIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { FreezeText } from './freeze-text.tsx';

/** Says on home that the account is on hold; leads to where somebody can ask about it. */
export function FreezeRow({ freeze }: Pick<AccountView, 'freeze'>) {
  if (freeze === null) return null;
  return <Row as={Link} to={paths.support} slim start={<LockIcon />} title={<FreezeText freeze={freeze} />} leads />;
}
