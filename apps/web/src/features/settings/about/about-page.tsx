import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Bird } from '@tern/ui/bird';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { RotateCwIcon } from '@tern/ui/icons';
import { FileTextIcon, StethoscopeIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { networkName } from '../../../shared/inside/network-name.ts';
import { readOwnBuild } from '../../../shared/own-build.ts';
import { paths } from '../../../shared/paths.ts';
import { ProductName } from '../../../shared/product-name.tsx';
import { installationQuery } from '../../../shared/queries.ts';
import './about-page.css';

/** What this is, which version runs, and whether a newer one is there. */
function AboutPage() {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const own = readOwnBuild();
  const checking = useMutation({
    // Past every cache: what counts is what the server has now.
    mutationFn: async () => {
      const served = await api.installation.installation({});
      return { isNewer: own !== null && served.build !== null && served.build !== own, version: served.version };
    },
  });
  const { name } = installation.product;
  return (
    <Page bar={<AppBar title={t`About`} back={<BackButton fallback={paths.my} />} />}>
      <div className="about-head">
        <Mark kind="deep" large>
          <Bird size={32} />
        </Mark>
        <ProductName />
        <p className="caption">
          <Trans>
            Version <bdi dir="ltr">{installation.version}</bdi>
          </Trans>
        </p>
      </div>
      <Card flush>
        <Row slim title={t`Network`} end={networkName(installation.network)} />
        <Row slim title={t`Build`} end={own === null ? t`not built` : <bdi dir="ltr">{own}</bdi>} />
      </Card>
      <div className="stack gap-3" aria-live="polite">
        {checking.error ? (
          <Alert kind="danger">
            <Trans>Network error, try again later</Trans>
          </Alert>
        ) : checking.data === undefined ? null : checking.data.isNewer ? (
          <Alert kind="info">
            <Trans>
              Version <bdi dir="ltr">{checking.data.version}</bdi> is available. Load it when you have no unfinished
              forms.
            </Trans>
          </Alert>
        ) : (
          <Alert kind="info">
            <Trans>This is the latest version.</Trans>
          </Alert>
        )}
        {checking.data?.isNewer === true ? (
          <Button block onClick={() => location.reload()}>
            <Trans>Load the new version</Trans>
          </Button>
        ) : (
          <Button kind="quiet" block busy={checking.isPending} onClick={() => checking.mutate()}>
            <RotateCwIcon size="s" />
            <Trans>Check for a newer version</Trans>
          </Button>
        )}
      </div>
      <Card flush>
        <Row as={Link} to={paths.protocol} slim start={<FileTextIcon />} title={t`User agreement`} leads />
        <Row as={Link} to={paths.selfCheck} slim start={<StethoscopeIcon />} title={t`Self-check`} leads />
      </Card>
      <p className="caption">
        <Trans>
          Nobody from {name} ever writes to you first, asks for a password or a code, or wants to be paid before you can
          withdraw. The only address of this wallet is <bdi dir="ltr">{location.host}</bdi>.
        </Trans>
      </p>
    </Page>
  );
}

export { AboutPage as Component };
