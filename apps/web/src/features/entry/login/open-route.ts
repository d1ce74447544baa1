import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.login,
  alias: paths.loginAlias,
  title: msg`Log in`,
  page: () => import('./login-page.tsx'),
  forVisitors: true,
};
