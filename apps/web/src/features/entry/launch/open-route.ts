import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.launch,
  title: msg`Welcome`,
  page: () => import('./launch-page.tsx'),
  forVisitors: true,
};
