import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.check,
  title: msg`How you can check us`,
  page: () => import('../shared/check-page.tsx'),
};
