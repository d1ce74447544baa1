import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { AppBar, LargeAppBar, Page } from '@tern/ui/page';
import { SkeletonRows, SkeletonShape } from '@tern/ui/skeleton';
import type { ReactNode } from 'react';
import { BackButton } from '../shared/back-button.tsx';
import type { PageRoute } from '../shared/page-route.ts';
import { installationQuery } from '../shared/queries.ts';

export type Tab = InstallationView['tabs'][number];

/** A page that is on its way: its title bar, and the shape of its content. `route` where it is known yet. */
export function PageFrame(props: {
  route?: Pick<PageRoute<string>, 'title' | 'Shape' | 'WholeShape'>;
  /** Where its button leads back to if it was opened directly. */
  fallback: string;
  /** The tab it is the first page of, where the installation shows that tab. */
  tab?: Tab | undefined;
  /** In place of the shape, where the page did not come. */
  children?: ReactNode;
}) {
  const { i18n } = useLingui();
  const { data: installation } = useQuery(installationQuery);
  const { route, fallback, tab, children } = props;
  // Only where texts could not be fetched before is the title not at hand.
  const title: ReactNode =
    route !== undefined && route.title.id in i18n.messages ? i18n._(route.title) : <SkeletonShape width="8rem" />;
  if (children === undefined && route?.WholeShape !== undefined) return <route.WholeShape title={title} />;
  return (
    <Page
      bar={
        tab !== undefined && installation?.tabs.includes(tab) ? (
          <LargeAppBar title={title} />
        ) : (
          <AppBar title={title} back={<BackButton fallback={fallback} />} />
        )
      }
    >
      {children ?? <ContentShape route={route} />}
    </Page>
  );
}

/** The shape of the content alone. */
export function ContentShape({ route }: { route: Pick<PageRoute<string>, 'Shape'> | undefined }) {
  return route?.Shape === undefined ? <SkeletonRows count={6} /> : <route.Shape />;
}
