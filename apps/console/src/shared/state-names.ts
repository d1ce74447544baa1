import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** States of a send, and of a held deposit, in words. */
export const stateNames: Readonly<Record<string, MessageDescriptor>> = {
  requested: msg`requested`,
  'under-review': msg`under review`,
  approved: msg`approved`,
  rejected: msg`rejected`,
  cancelled: msg`cancelled`,
  signed: msg`signed`,
  broadcast: msg`handed to the network`,
  included: msg`confirming`,
  completed: msg`success`,
  failed: msg`failed`,
  released: msg`released`,
  'not-decided-in-time': msg`released at its deadline`,
};

/** State of a send in words. */
export function stateName(state: string): MessageDescriptor {
  return stateNames[state] ?? { id: state, message: state };
}

const accountStates: Readonly<Record<string, MessageDescriptor>> = {
  active: msg`active`,
  'on-hold': msg`on hold`,
  disabled: msg`disabled`,
  closed: msg`closed`,
};

/** State of an account in words. */
export function accountState(state: string): MessageDescriptor {
  return accountStates[state] ?? { id: state, message: state };
}
