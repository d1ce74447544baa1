import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.priceAlerts,
  title: msg`Price alerts`,
  page: () => import('./price-alerts-page.tsx'),
};
