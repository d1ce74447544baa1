/** Which test files belong to a tier, told apart by their names; vitest.config.ts and Playwright run them. */
export type Tier = {
  readonly name: 'unit' | 'database' | 'flow' | 'browser';
  readonly include: readonly string[];
  readonly exclude: readonly string[];
};

/** No file under these is a test of ours. */
export const neverTests = ['**/node_modules/**', '**/dist/**', 'tools/runtime/**', '.tern/**'];

export const unitTier = {
  name: 'unit',
  include: [
    '{apps,packages,services,tools}/**/*.{test,fuzz.test}.{ts,tsx}',
    'tests/{cluster,flows/support}/**/*.test.ts',
  ],
  exclude: [...neverTests, '**/*.db.test.ts'],
} satisfies Tier;

export const databaseTier = {
  name: 'database',
  include: ['{packages,services,tools}/**/*.db.test.ts', 'tests/{campaigns,simulate,upgrade}/**/*.db.test.ts'],
  exclude: neverTests,
} satisfies Tier;

export const flowTier = {
  name: 'flow',
  include: ['tests/flows/**/*.flow.test.ts'],
  exclude: neverTests,
} satisfies Tier;

export const browserTier = {
  name: 'browser',
  include: ['tests/e2e/**/*.e2e.ts'],
  exclude: neverTests,
} satisfies Tier;

/** Quickest first, which is the order they run in. */
export const tiers: readonly Tier[] = [unitTier, databaseTier, flowTier, browserTier];
