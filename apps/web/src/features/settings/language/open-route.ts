import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.language,
  title: msg`Language`,
  page: () => import('./language-page.tsx'),
  withInsideTexts: true,
};
