import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';

/** What still keeps the way on closed. */
export type Obstacle = keyof typeof texts | Problem;

const texts = {
  locked: msg`Swaps are locked`,
  closed: msg`Not available now`,
  asking: msg`Getting a quote`,
  'no-quote': msg`No quote right now`,
} as const satisfies Record<string, MessageDescriptor>;

/** The reason on the closed button. */
export function obstacleText(obstacle: Obstacle): string {
  return typeof obstacle === 'string' ? i18n._(texts[obstacle]) : problemText(obstacle);
}
