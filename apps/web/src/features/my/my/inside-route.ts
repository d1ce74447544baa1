import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { MyShape } from './my-shape.tsx';

export const route: InsideRoute = {
  path: paths.my,
  tab: 'my',
  title: msg`My`,
  page: () => import('./my-page.tsx'),
  Shape: MyShape,
};
