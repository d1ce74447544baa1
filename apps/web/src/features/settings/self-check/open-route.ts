import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.selfCheck,
  title: msg`Self-check`,
  page: () => import('./self-check-page.tsx'),
  withInsideTexts: true,
};
