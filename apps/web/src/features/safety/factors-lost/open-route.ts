import { msg } from '@lingui/core/macro';
import { FormShape } from '../../../shared/simple-shapes.ts';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.factorsLost,
  title: msg`Lost all sign-in methods`,
  page: () => import('./factors-lost-page.tsx'),
  withInsideTexts: true,
  Shape: FormShape,
};
