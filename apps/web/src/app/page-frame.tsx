import { useLingui } from '@lingui/react';
import { AppBar, Page } from '@tern/ui/page';
import { SkeletonShape } from '@tern/ui/skeleton';
import type { ComponentType, ReactNode } from 'react';
import { BackButton } from '../shared/back-button.tsx';
import { TextShape } from '../shared/simple-shapes.ts';
import { readTitle } from './read-title.ts';
import type { PageRoute } from '../shared/page-route.ts';

/** A page that is on its way: its title bar, and the shape of its content. `route` where it is known yet. */
export function PageFrame(props: {
  route?: Pick<PageRoute<string>, 'title' | 'Shape' | 'WholeShape'>;
  /** Where its button leads back to if it was opened directly. */
  fallback: string;
  /** Its bar, where that is not the usual one. */
  Bar?: ComponentType<{ title: ReactNode; usual: ReactNode }> | undefined;
  /** In place of the shape, where the page did not come. */
  children?: ReactNode;
}) {
  const { i18n } = useLingui();
  const { route, fallback, Bar, children } = props;
  // Only where texts could not be fetched before is the title not at hand.
  const title = readTitle(i18n, route) ?? <SkeletonShape width="8rem" />;
  if (children === undefined && route?.WholeShape !== undefined) return <route.WholeShape title={title} />;
  const usual = <AppBar title={title} back={<BackButton fallback={fallback} />} />;
  return (
    <Page bar={Bar === undefined ? usual : <Bar title={title} usual={usual} />}>
      {children ?? <ContentShape route={route} />}
    </Page>
  );
}

/** The shape of the content alone. */
export function ContentShape({ route }: { route: Pick<PageRoute<string>, 'Shape'> | undefined }) {
  const Shape = route?.Shape ?? TextShape;
  return <Shape />;
}
