import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { FormShape } from '../../../shared/simple-shapes.ts';

export const route: InsideRoute = {
  path: paths.connect,
  title: msg`Connect a site`,
  page: () => import('./connect-page.tsx'),
  Shape: FormShape,
};
