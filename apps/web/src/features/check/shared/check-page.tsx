import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Card } from '@tern/ui/card';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { Link, useLocation } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { CheckBody } from './check-body.tsx';
import { publishedQuery } from './check-queries.ts';
import { PublicFindingRows } from './findings.tsx';
import { hasFault, isRight } from './has-fault.ts';
import { ownCheckQuery } from './own-check-query.ts';
import { OwnPart } from './own-part.tsx';
import type { PublicFindings } from './run-checks.ts';
import { useMoreChecks } from './use-more-checks.ts';

/**
 * What we hold and owe, and what this device finds in it. The public address shows nothing about anybody; the one behind the
 * login also checks the person's own part.
 */
function CheckPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const queries = useQueryClient();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const published = useQuery(publishedQuery(installation.network.id));
  const isOwn = useLocation().pathname === paths.check;
  const newest = isOwn && published.data?.listed === true ? published.data.chain.statements.at(-1) : undefined;
  const own = useQuery(ownCheckQuery(queries, newest));
  const isSignedIn = hasSignedInBefore();
  const statements = published.data?.chain.statements;
  const more = useMoreChecks({
    network: installation.network.id,
    isOwn,
    newest: statements === undefined ? undefined : (statements.at(-1) ?? null),
  });
  const checkAgain = () =>
    void Promise.all([published.refetch(), own.isEnabled ? own.refetch() : undefined, more.checkAgain()]);
  return (
    <Page
      bar={
        <AppBar
          title={t`How you can check us`}
          back={<BackButton fallback={isSignedIn ? paths.my : paths.support} />}
        />
      }
    >
      {areSettled(published) && (newest === undefined || areSettled(own)) ? (
        <Loaded
          query={published}
          loading={shape}
          failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
        >
          {(findings) => (
            <CheckBody
              findings={findings}
              hasFault={hasFault(findings) || more.hasFault || (own.data !== undefined && !isRight(own.data.lines))}
              more={more}
              isSignedIn={isSignedIn}
              options={isOwn ? ` --mine my-lines-${newest?.number ?? 1}.json` : ''}
              part={
                isOwn ? (
                  <OwnPart findings={findings} query={own} assets={installation.assets} onCheckAgain={checkAgain} />
                ) : (
                  <OpenPart findings={findings} />
                )
              }
            />
          )}
        </Loaded>
      ) : (
        shape
      )}
    </Page>
  );
}

/** What this device found without a login, and the way to one's own part. */
function OpenPart({ findings }: { findings: PublicFindings }) {
  return (
    <Card flush>
      <ul>
        <PublicFindingRows findings={findings} />
        <li className="check-item">
          <Row as={Link} to={paths.check} title={<Trans>Log in to check your own part</Trans>} leads />
        </li>
      </ul>
    </Card>
  );
}

export { CheckPage as Component };
