import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Obstacle } from './obstacle.ts';

const texts = {
  locked: msg`Transfers are locked`,
  network: msg`Choose a network`,
  address: msg`Enter the receive address`,
  'address-invalid': msg`Correct the receive address`,
  find: msg`Find the person`,
  checking: msg`Checking the address`,
  'check-failed': msg`The address could not be checked`,
  refused: msg`This address cannot be used`,
  'only-people-here': msg`This coin cannot be sent to the chain now`,
  choose: msg`Choose an address first`,
  tick: msg`Read the warning first`,
  'fee-unknown': msg`The fee is not known right now`,
} as const satisfies Record<Extract<Obstacle, string>, MessageDescriptor>;

/** The reason on the closed button. */
export function obstacleText(obstacle: Obstacle): string {
  return typeof obstacle === 'string' ? i18n._(texts[obstacle]) : problemText(obstacle);
}
