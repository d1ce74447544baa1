import { randomAddress } from '../console-world.ts';
import { proposedByAdministrator, type Case } from './case.ts';

/** Lists of addresses that nothing is sent to unseen. */
export const screeningCases: Readonly<Record<string, Case>> = {
  'changes.propose refused-addresses': {
    by: 'administrator',
    make: async () => {
      const [source, asOf, reason] = ['https://lists.example.org', '2026-11-01', 'legal-order'];
      const add = [randomAddress(), randomAddress()];
      const content = { kind: 'refused-addresses', list: 'Sanctions', source, asOf, reason, add, remove: [] };
      return proposedByAdministrator(content, {
        about: [{ as: 'refused-list', name: 'Sanctions' }],
        details: [
          { name: 'list-source', text: source },
          { name: 'list-as-of', text: asOf },
          { name: 'hold-reason', text: reason },
          { name: 'addresses-added', text: `2: ${add.join(' ')}` },
        ],
      });
    },
  },
};
