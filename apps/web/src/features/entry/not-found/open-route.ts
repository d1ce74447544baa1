import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';

export const route: OpenRoute = {
  path: '*',
  title: msg`Page not found`,
  page: () => import('./not-found-page.tsx'),
};
