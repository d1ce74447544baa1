import { lazy, Suspense } from 'react';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { PageShapeContext } from '../../../shared/page-shape.ts';
import { paths } from '../../../shared/paths.ts';
import { loadStreetTexts } from '../../load-street-texts.ts';
import { ContentShape, PageFrame } from '../../page-frame.tsx';
import { createTabBar } from '../create-tab-bar.tsx';
import type { ListPath } from '../list-of.ts';

const routes = import.meta.glob<InsideRoute>(
  [
    '../../../features/records/records/inside-route.ts',
    '../../../features/my/messages/inside-route.ts',
    '../../../features/my/my/inside-route.ts',
    '../../../features/activity/activities/inside-route.ts',
  ],
  { eager: true, import: 'route' },
);
const lists = new Map(
  Object.entries(routes).map(([file, route]) => {
    const List = lazy(async () => {
      const [{ Component }] = await Promise.all([route.page(), loadStreetTexts(file)]);
      return { default: Component };
    });
    const frame = <PageFrame route={route} fallback={paths.home} Bar={route.tab && createTabBar(route.tab)} />;
    return [
      route.path,
      <PageShapeContext key={route.path} value={<ContentShape route={route} />}>
        <Suspense fallback={frame}>
          <List />
        </Suspense>
      </PageShapeContext>,
    ];
  }),
);

/** A list beside a detail that was opened directly, by a link or a reload. */
export function OwnList({ path }: { path: ListPath }) {
  return lists.get(path);
}
