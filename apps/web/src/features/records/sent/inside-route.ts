import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { RecordShape } from '../shared/record-shape.tsx';

export const route: InsideRoute = {
  path: paths.sent,
  title: msg`Transfer`,
  page: () => import('./sent-page.tsx'),
  Shape: RecordShape,
};
