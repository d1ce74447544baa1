import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { RecordShape } from '../shared/record-shape.tsx';

export const route: InsideRoute = {
  path: paths.record,
  title: msg`Record`,
  page: () => import('./record-page.tsx'),
  Shape: RecordShape,
};
