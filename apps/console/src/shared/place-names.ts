import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Where money of an asset lies; `liabilities` are all places together, against what is owed. */
const places = {
  deposit: msg`Deposit addresses`,
  hot: msg`Hot wallet`,
  warm: msg`Warm wallet`,
  cold: msg`Cold storage`,
  energy: msg`Fee account`,
  'in-transit': msg`On its way`,
  liabilities: msg`All wallets together`,
} as const satisfies Record<string, MessageDescriptor>;

/** A place in words. One without words here stands as it is, so that nothing is hidden. */
export function placeName(place: string): MessageDescriptor {
  const known: Readonly<Record<string, MessageDescriptor>> = places;
  return known[place] ?? { id: place, message: place };
}
