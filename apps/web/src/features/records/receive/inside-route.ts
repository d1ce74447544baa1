import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { ReceiveShape } from './receive-shape.tsx';

export const route: InsideRoute = {
  path: paths.receive,
  title: msg`Receive`,
  page: () => import('./receive-page.tsx'),
  Shape: ReceiveShape,
};
