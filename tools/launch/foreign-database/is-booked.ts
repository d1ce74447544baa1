import type { Rebooked } from '@tern/server/money/transfers/public';
import type { Booked } from './book-lost.ts';

const inBooks: Readonly<Record<Rebooked, boolean>> = {
  followed: true,
  known: true,
  'needs-operators': true,
  'no-account': false,
  'not-covered': false,
};

/** Whether its money is reserved or gone in the books. Otherwise it was paid on chain alone, and an operator has to act. Pure. */
export const isBooked = (became: Booked): boolean => typeof became === 'string' && inBooks[became];
