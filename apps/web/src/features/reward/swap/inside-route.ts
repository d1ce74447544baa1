import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { SwapShape } from './swap-shape.ts';

export const route: InsideRoute = {
  path: paths.swap,
  title: msg`Swap`,
  page: () => import('./swap-page.tsx'),
  Shape: SwapShape,
};
