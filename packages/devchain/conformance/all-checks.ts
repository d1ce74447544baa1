import { blockChecks } from './block-checks.ts';
import type { Check } from './check.ts';
import { committeeChecks } from './committee-checks.ts';
import { queryChecks } from './query-checks.ts';
import { refusalChecks } from './refusal-checks.ts';

/** Every check that changes nothing on the node. */
export const allChecks: readonly Check[] = [...blockChecks, ...queryChecks, ...refusalChecks, ...committeeChecks];
