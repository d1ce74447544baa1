import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { BackButton } from '../../../shared/back-button.tsx';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { profileQuery } from '../shared/profile-query.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { PictureField } from './picture-field.tsx';
import { ProfileForm } from './profile-form.tsx';
import './profile-page.css';

/** Who the person is here, and what they say of themselves. */
function ProfilePage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const query = useQuery(profileQuery);
  return (
    <Page bar={<AppBar title={t`Profile`} back={<BackButton fallback={paths.my} />} />}>
      <Loaded query={query} loading={<SkeletonRows count={6} />} failed={<Trans>Couldn’t load your profile.</Trans>}>
        {(profile) => (
          <>
            <PictureField path={profile.avatarPath} />
            <Card flush>
              <Row slim title={t`Account`} end={<bdi dir="ltr">{account.account.masked}</bdi>} />
              <Row
                slim
                title={t`ID`}
                end={
                  <span className="cluster">
                    <bdi dir="ltr">{account.publicId}</bdi>
                    <CopyButton text={account.publicId} label={t`Copy ID`} done={t`ID copied`} />
                  </span>
                }
              />
            </Card>
            <ProfileForm profile={profile} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export { ProfilePage as Component };
