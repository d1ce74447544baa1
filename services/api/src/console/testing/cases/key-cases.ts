import type { ServiceKeyId } from '@tern/base/ids';
import type { KeyContent } from '@tern/contracts/routes/console-changes';
import { openKey } from '../../../service/testing/open-key.ts';
import { proposedByAdministrator, type Case } from './case.ts';
import { sorted } from './house-cases.ts';

let opened = 0;

const proposal = (contentFor: (keyId: ServiceKeyId, name: string) => KeyContent): Case => ({
  by: 'administrator',
  make: async ({ desks: { administrator }, secondDesk }) => {
    const name = `Key ${(opened += 1)}`;
    const { id } = await openKey([secondDesk, administrator], { name });
    const content = contentFor(id, name);
    return proposedByAdministrator(content, {
      about: [{ as: 'key', name: `${content.kind === 'key-open' ? content.name : name} (transactions:read)` }],
      details: [{ name: 'change', text: sorted(content) }],
    });
  },
});

const granted = { scopes: ['transactions:read' as const], addresses: ['192.0.2.0/24'] };

/** What other systems may read, and from where. */
export const keyCases: Readonly<Record<string, Case>> = {
  'changes.propose key-open': proposal(() => ({ kind: 'key-open', name: 'Another', ...granted, days: 90 })),
  'changes.propose key-change': proposal((keyId) => ({ kind: 'key-change', keyId, name: 'Renamed', ...granted })),
  'changes.propose key-revoke': proposal((keyId, name) => ({ kind: 'key-revoke', keyId, name })),
};
