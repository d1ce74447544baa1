import { msg } from '@lingui/core/macro';
import type { InsideRoute } from '../../../shared/page-route.ts';
import { paths } from '../../../shared/paths.ts';
import { RewardShape } from './reward-shape.tsx';

export const route: InsideRoute = {
  path: paths.reward,
  tab: 'reward',
  title: msg`Reward`,
  page: () => import('./reward-page.tsx'),
  Shape: RewardShape,
};
