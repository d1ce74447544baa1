import { canonicalJson } from '@tern/server/platform/idempotency/public';
import { proposedByAdministrator, type Case } from './case.ts';

/** Levels of identity checks: their limits, and which one somebody has. */
export const levelCases: Readonly<Record<string, Case>> = {
  'changes.propose level-limits': {
    by: 'administrator',
    make: async () => {
      const content = { kind: 'level-limits', after: 0, limits: ['1000', null] };
      return proposedByAdministrator(content, {
        about: [{ as: 'terms', name: 'limits of the levels of identity checks' }],
        details: [{ name: 'change', text: canonicalJson(content) }],
      });
    },
  },
};
