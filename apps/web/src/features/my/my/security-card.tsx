import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Card } from '@tern/ui/card';
import { Meter } from '@tern/ui/meter';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/format-time.ts';
import { FreezeNote } from '../../../shared/inside/freeze-note.tsx';
import { HoldNote } from '../../../shared/inside/hold-note.tsx';
import { paths } from '../../../shared/paths.ts';
import { protectionTexts } from './protection-texts.ts';
import { listProtections } from './protections.ts';

/** How many of the account's protections are on, what is missing with the way to it, and locks or holds with their end. */
export function SecurityCard(props: { account: AccountView }) {
  const { t, i18n } = useLingui();
  const { account } = props;
  const protections = listProtections(account);
  const missing = protections.filter((protection) => !protection.on);
  // The login password is always on.
  const total = protections.length + 1;
  const on = total - missing.length;
  const readyAt = account.factorReset === null ? null : formatDateTime(account.factorReset.readyAt);
  const lockedUntil = account.factorsLockedUntil === null ? null : formatDateTime(account.factorsLockedUntil);
  return (
    <Card>
      <div className="stack gap-3">
        <div className="cluster between">
          <h2 className="body-strong">
            <Trans>Security</Trans>
          </h2>
          <span className="label">
            <Trans>
              {on} of {total}
            </Trans>
          </span>
        </div>
        <Meter value={on} total={total} label={t`${on} of ${total} protections on`} />
        {readyAt === null ? null : (
          <Alert kind="danger">
            <Trans>
              Somebody reported all sign-in methods lost. We will remove your authenticator on {readyAt} at the
              earliest.{' '}
              <Link className="link" to={paths.factorReset}>
                Review and stop it
              </Link>
            </Trans>
          </Alert>
        )}
        {missing.length === 0 ? (
          <p className="caption">
            <Trans>All protections of your account are on.</Trans>
          </p>
        ) : (
          <ul>
            {missing.map(({ id, path }) => (
              <li key={id}>
                <Row
                  as={Link}
                  to={path}
                  slim
                  title={i18n._(protectionTexts[id].action)}
                  note={i18n._(protectionTexts[id].why)}
                  leads
                />
              </li>
            ))}
          </ul>
        )}
        {lockedUntil === null ? null : (
          <Alert kind="warning">
            <Trans>Too many wrong attempts. Transfers are locked until {lockedUntil}. Your money is safe.</Trans>
          </Alert>
        )}
        <FreezeNote freeze={account.freeze} />
        <HoldNote hold={account.hold} />
      </div>
    </Card>
  );
}
