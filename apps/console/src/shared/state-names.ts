import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const names: Readonly<Record<string, MessageDescriptor>> = {
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
};

/** State of a send in words. */
export function stateName(state: string): MessageDescriptor {
  return names[state] ?? { id: state, message: state };
}
