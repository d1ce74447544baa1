import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.status,
  title: msg`Service status`,
  page: () => import('./status-page.tsx'),
};
