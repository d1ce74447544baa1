import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { ActivitiesShape } from './activities-shape.tsx';

export const route: InsideRoute = {
  path: paths.activities,
  tab: 'activity',
  title: msg`Activity`,
  page: () => import('./activities-page.tsx'),
  Shape: ActivitiesShape,
};
