import { msg } from '@lingui/core/macro';
import { FormShape } from '../../../shared/simple-shapes.ts';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.stopChange,
  title: msg`Stop a change`,
  page: () => import('./stop-change-page.tsx'),
  withInsideTexts: true,
  Shape: FormShape,
};
