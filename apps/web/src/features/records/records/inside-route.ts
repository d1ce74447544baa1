import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.records,
  tab: 'record',
  title: msg`Records`,
  page: () => import('./records-page.tsx'),
};
