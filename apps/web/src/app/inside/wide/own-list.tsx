import { lazy, Suspense } from 'react';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { PageShapeContext } from '../../../shared/page-shape.ts';
import { loadStreetTexts } from '../../load-street-texts.ts';
import { ContentShape } from '../../page-frame.tsx';
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
    const shape = <ContentShape route={route} />;
    return [
      route.path,
      <PageShapeContext key={route.path} value={shape}>
        <Suspense fallback={shape}>
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
