import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { TransferShape } from './transfer-shape.ts';

export const route: InsideRoute = {
  path: paths.transfer,
  title: msg`Transfer`,
  page: () => import('./transfer-page.tsx'),
  Shape: TransferShape,
};
