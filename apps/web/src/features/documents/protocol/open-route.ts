import { msg } from '@lingui/core/macro';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { TextShape } from '../../../shared/simple-shapes.ts';

export const route: OpenRoute = {
  path: paths.protocol,
  title: msg`User agreement`,
  page: () => import('./protocol-page.tsx'),
  Shape: TextShape,
};
