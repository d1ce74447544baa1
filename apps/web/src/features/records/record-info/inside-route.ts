import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.recordInfo,
  title: msg`Further details`,
  page: () => import('./record-info-page.tsx'),
};
