import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { areSettled } from '../../../shared/are-settled.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { OutdatedNote } from '../../../shared/inside/outdated-note.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { CheckBody } from '../shared/check-body.tsx';
import { publishedQuery } from '../shared/check-queries.ts';
import { hasFault, isRight } from '../shared/has-fault.ts';
import { ownCheckQuery } from './own-check-query.ts';
import { OwnPart } from './own-part.tsx';

/** What we hold and owe, and the check of the person's own part in it on this device. */
function OwnCheckPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const queries = useQueryClient();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const published = useQuery(publishedQuery(installation.network.id));
  const newest = published.data?.chain.statements.at(-1);
  const own = useQuery(ownCheckQuery(queries, published.data?.listed === true ? newest : undefined));
  const isWaiting = !areSettled(published) || (own.isEnabled && !areSettled(own));
  return (
    <Page bar={<AppBar title={t`How you can check us`} back={<BackButton fallback={paths.my} />} />}>
      {isWaiting ? (
        shape
      ) : (
        <Loaded
          query={published}
          loading={null}
          failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
        >
          {(findings) => (
            <>
              <OutdatedNote query={published} />
              <CheckBody
                findings={findings}
                hasFault={hasFault(findings) || (own.data !== undefined && !isRight(own.data.lines))}
                isSignedIn
                options={` --mine my-lines-${newest?.number}.json`}
                part={
                  <OwnPart
                    findings={findings}
                    query={own}
                    assets={installation.assets}
                    onCheckAgain={() => void Promise.all([published.refetch(), own.refetch()])}
                  />
                }
              />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

export { OwnCheckPage as Component };
