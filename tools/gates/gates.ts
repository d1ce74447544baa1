import { boundariesGate } from './boundaries.ts';
import { budgetsGate } from './budgets.ts';
import { catalogueGate } from './catalogue.ts';
import { formatGate } from './format.ts';
import { functionsGate } from './functions.ts';
import type { Gate } from './gate.ts';
import { lintGate } from './lint.ts';
import { localesGate } from './locales.ts';
import { migrationsGate } from './migrations.ts';
import { packagesGate } from './packages.ts';
import { regexpsGate } from './regexps.ts';
import { releasesGate } from './releases.ts';
import { tidyGate } from './tidy.ts';
import { typesGate } from './types.ts';
import { unusedGate } from './unused.ts';

/** All gates, quickest first. Each is proven by a planted violation in gates.test.ts or in a test of its own. */
export const gates: readonly Gate[] = [
  formatGate,
  tidyGate,
  functionsGate,
  migrationsGate,
  releasesGate,
  packagesGate,
  regexpsGate,
  lintGate,
  boundariesGate,
  catalogueGate,
  localesGate,
  typesGate,
  unusedGate,
  budgetsGate,
];
