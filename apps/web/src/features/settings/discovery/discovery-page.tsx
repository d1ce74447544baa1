import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { BackButton } from '../../../shared/back-button.tsx';
import { usePageShape } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { DiscoveryForm } from './discovery-form.tsx';
import { discoveryQuery } from './discovery-query.ts';

/** Whether others can send money here by phone number or e-mail address, and what they see then. */
function DiscoveryPage() {
  const { t } = useLingui();
  const shape = usePageShape();
  const query = useQuery(discoveryQuery);
  return (
    <Page bar={<AppBar title={t`Who can find me`} back={<BackButton fallback={paths.settings} />} />}>
      <Loaded query={query} loading={shape} failed={<Trans>Couldn’t load your settings.</Trans>}>
        {(discovery) => <DiscoveryForm discovery={discovery} />}
      </Loaded>
    </Page>
  );
}

export { DiscoveryPage as Component };
