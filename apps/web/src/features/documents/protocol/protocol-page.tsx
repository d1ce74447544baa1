import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { shownVersions } from '@tern/contracts/shown-versions';
import { AppBar, Page } from '@tern/ui/page';
import { Segmented } from '@tern/ui/segmented';
import { useSearchParams } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { oneOf, useSearch } from '../../../shared/search-params.ts';
import { AgreementText } from './agreement-text.tsx';
import { dayOfVersion } from './day-of-version.ts';
import { OwnAcceptances } from './own-acceptances.tsx';
import { PrivacyText } from './privacy-text.tsx';
import './protocol-page.css';

const search = { part: oneOf(['agreement', 'privacy'], 'agreement') };

/** User agreement and privacy policy. */
function ProtocolPage() {
  const { t } = useLingui();
  const { part } = useSearch(search);
  const [, setParams] = useSearchParams();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const day = dayOfVersion(shownVersions[part]);
  return (
    <Page
      bar={
        <AppBar
          title={part === 'privacy' ? t`Privacy policy` : t`User agreement`}
          back={<BackButton fallback={paths.login} />}
        />
      }
    >
      <Segmented
        label={t`Document`}
        value={part}
        options={[
          { value: 'agreement', label: t`User agreement` },
          { value: 'privacy', label: t`Privacy policy` },
        ]}
        onChange={(chosen) => setParams({ part: chosen }, { replace: true })}
      />
      <article className="stack gap-3 protocol">
        {part === 'agreement' ? (
          <AgreementText installation={installation} />
        ) : (
          <PrivacyText product={installation.product.name} />
        )}
        <p className="caption">
          <Trans>Version of {day}</Trans>
        </p>
      </article>
      <OwnAcceptances document={part} />
    </Page>
  );
}

export { ProtocolPage as Component };
