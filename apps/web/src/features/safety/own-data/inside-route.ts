import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.ownData,
  title: msg`Your data and account`,
  page: () => import('./own-data-page.tsx'),
};
