import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { CheckBody } from '../shared/check-body.tsx';
import { publishedQuery } from '../shared/check-queries.ts';
import { PublicFindingRows } from '../shared/findings.tsx';
import { hasFault } from '../shared/has-fault.ts';

/** What we hold and owe, for everybody. Shows nothing about anybody. */
function OpenCheckPage() {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const published = useQuery(publishedQuery(installation.network.id));
  const isSignedIn = hasSignedInBefore();
  return (
    <Page
      bar={
        <AppBar
          title={t`How you can check us`}
          back={<BackButton fallback={isSignedIn ? paths.my : paths.support} />}
        />
      }
    >
      <Loaded
        query={published}
        loading={<SkeletonRows count={5} />}
        failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
      >
        {(findings) => (
          <CheckBody
            findings={findings}
            hasFault={hasFault(findings)}
            isSignedIn={isSignedIn}
            part={
              <Card flush>
                <ul>
                  <PublicFindingRows findings={findings} />
                </ul>
                <Row as={Link} to={paths.check} slim title={<Trans>Log in to check your own part</Trans>} leads />
              </Card>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

export { OpenCheckPage as Component };
