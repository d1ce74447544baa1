import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { TextShape } from '../../../shared/simple-shapes.ts';

export const route: InsideRoute = {
  path: paths.siteRequest,
  title: msg`Site request`,
  page: () => import('./request-page.tsx'),
  Shape: TextShape,
};
