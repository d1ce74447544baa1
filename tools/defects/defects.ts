import { bookDefects } from './books-defects.ts';
import { conductDefects } from './conduct-defects.ts';
import type { Defect } from './defect.ts';
import { depositDefects } from './deposit-defects.ts';
import { houseDefects } from './house-defects.ts';
import { outsideDefects } from './outside-defects.ts';
import { paymentDefects } from './payment-defects.ts';
import { recoveryDefects } from './recovery-defects.ts';
import { signInDefects } from './sign-in-defects.ts';
import { signingDefects } from './signing-defects.ts';
import { siteDefects } from './site-defects.ts';

/** In the order of the page about them. */
export const defects: readonly Defect[] = [
  ...depositDefects,
  ...paymentDefects,
  ...conductDefects,
  ...signInDefects,
  ...recoveryDefects,
  ...siteDefects,
  ...outsideDefects,
  ...signingDefects,
  ...bookDefects,
  ...houseDefects,
];
