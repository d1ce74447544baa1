import { msg } from '@lingui/core/macro';
import { FormShape } from '../../../shared/simple-shapes.ts';
import type { OpenRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';

export const route: OpenRoute = {
  path: paths.register,
  title: msg`Create an account`,
  page: () => import('./register-page.tsx'),
  forVisitors: true,
  Shape: FormShape,
};
