import { assert } from '@tern/base/assert';
import type { TargetInput } from '@tern/contracts/fields';
import { normalizeContact } from '../../accounts/contact.ts';
import type { IdentityWorld } from './identity-world.ts';

/** The token of the link in the newest notice that came to a contact, as its owner would read it. */
export async function readStopLink(world: IdentityWorld, target: TargetInput): Promise<string> {
  const row = await world.database.db.kysely
    .selectFrom('outbox')
    .select(['id', 'values_sealed'])
    .where('recipient', '=', normalizeContact(target).value)
    .where('template', 'like', 'notice-%')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert(row.values_sealed !== null, 'the message is still waiting');
  const { link } = JSON.parse(world.deps.keys.outboxBox.open(row.values_sealed, row.id)) as { link: string };
  return new URL(link).searchParams.get('token') ?? '';
}
