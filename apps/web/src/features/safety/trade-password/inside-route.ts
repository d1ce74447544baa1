import { msg } from '@lingui/core/macro';
import { FormShape } from '../../../shared/simple-shapes.ts';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: InsideRoute = {
  path: paths.tradePassword,
  title: msg`Trade password`,
  page: () => import('./trade-password-page.tsx'),
  Shape: FormShape,
};
