import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.messages,
  title: msg`Messages`,
  page: () => import('./messages-page.tsx'),
};
