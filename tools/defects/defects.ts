import { conductDefects } from './conduct-defects.ts';
import type { Defect } from './defect.ts';
import { depositDefects } from './deposit-defects.ts';
import { paymentDefects } from './payment-defects.ts';

/** In the order of the page about them. */
export const defects: readonly Defect[] = [...depositDefects, ...paymentDefects, ...conductDefects];
