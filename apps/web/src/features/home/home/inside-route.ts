import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { HomeShape } from './home-shape.tsx';

export const route: InsideRoute = {
  path: paths.home,
  tab: 'home',
  title: msg`Home`,
  page: () => import('./home-page.tsx'),
  WholeShape: HomeShape,
};
