import { readTarget } from '../read-target.ts';
import { readText, type KeptFields } from '../kept-fields.ts';
import type { ProvenTarget } from './proven-target.ts';

/**
 * Phones close a page whose person reads the code in their mail: where it went, and that one was sent, is still there
 * afterwards. The code itself is not kept.
 */
export const keptOfProvenTarget: KeptFields<ProvenTarget> = {
  target: readTarget,
  challengeId: readText,
};
