import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { ChevronRightIcon, CircleCheckIcon } from '@tern/ui/icons';
import { Link } from 'react-router';
import { FreezeText } from '../../../shared/inside/freeze-text.tsx';
import { Avatar } from '../shared/avatar.tsx';
import { paths } from '../../../shared/paths.ts';
import { profileQuery } from '../shared/profile-query.ts';

/** Who is signed in; leads to the profile. */
export function AccountHead(props: { account: AccountView }) {
  const { account } = props;
  const avatarPath = useQuery(profileQuery).data?.avatarPath;
  return (
    <Link className="cluster my-account" to={paths.profile}>
      <Avatar path={avatarPath} />
      <div className="grow stack gap-1">
        <p className="title-3 my-account-name">
          <bdi dir="ltr">{account.account.masked}</bdi>
        </p>
        <p className="cluster wrap my-account-facts">
          <span>
            <Trans>
              ID <bdi dir="ltr">{account.publicId.replace(/(\d{4})(?=\d)/g, '$1 ')}</bdi>
            </Trans>
          </span>
          {account.freeze !== null ? (
            <FreezeText freeze={account.freeze} />
          ) : account.activated ? (
            <span className="my-active positive">
              <CircleCheckIcon size="xs" />
              <Trans>Account active</Trans>
            </span>
          ) : (
            <Trans>Account not active yet</Trans>
          )}
        </p>
      </div>
      <span className="row-chevron">
        <ChevronRightIcon size="s" />
      </span>
    </Link>
  );
}
