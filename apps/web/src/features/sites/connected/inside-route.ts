import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.connectedSites,
  title: msg`Connected sites`,
  page: () => import('./connected-page.tsx'),
};
