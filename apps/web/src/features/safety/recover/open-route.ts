import { msg } from '@lingui/core/macro';
import { FormShape } from '../../../shared/simple-shapes.ts';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.recover,
  title: msg`Forgot password`,
  page: () => import('./recover-page.tsx'),
  withInsideTexts: true,
  Shape: FormShape,
};
