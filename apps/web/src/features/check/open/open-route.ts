import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.openCheck,
  title: msg`How you can check us`,
  page: () => import('../shared/check-page.tsx'),
};
