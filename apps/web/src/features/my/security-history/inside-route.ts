import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.securityHistory,
  title: msg`Account history`,
  page: () => import('./security-history-page.tsx'),
};
