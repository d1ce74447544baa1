import { canonicalJson } from '@tern/server/platform/idempotency/public';
import { payee, randomAddress, sender } from '../console-world.ts';
import { holdDeposit } from '../hold-deposit.ts';
import { note, oneDecides, proposedByAdministrator, self, type Case } from './case.ts';

/** Lists of addresses that nothing is sent to unseen, and deposits that are held. */
export const screeningCases: Readonly<Record<string, Case>> = {
  'screening.releaseDeposit': {
    by: 'reviewer',
    make: async ({ database, mara }) => {
      const { id, txId, until } = await holdDeposit(database, mara);
      return {
        sent: { id, note },
        kind: 'deposit-released',
        facts: {
          asset: 'usdt',
          amount: '25000000',
          about: [
            { as: 'person', name: mara.publicId },
            { as: 'sender', name: sender },
            { as: 'arrived-at', name: payee },
          ],
          author: self('reviewer'),
          reason: { said: note },
          earlier: oneDecides,
          details: [
            { name: 'listing', text: 'Sanctions: https://lists.example.org, 2026-11-01' },
            { name: 'hold-reason', text: 'legal-order' },
            { name: 'transaction', text: txId },
            { name: 'until', at: until },
          ],
        },
      };
    },
  },
  'changes.propose screening-rule': {
    by: 'administrator',
    make: async () => {
      const from = { sends: true, deposits: true, closedFrom: '0' };
      const content = { kind: 'screening-rule', after: 0, from, to: { ...from, closedFrom: '1000' } };
      return proposedByAdministrator(content, {
        about: [{ as: 'rule', name: 'screening' }],
        details: [{ name: 'change', text: canonicalJson(content) }],
      });
    },
  },
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
