import { createHash, randomBytes } from 'node:crypto';
import { newId, type OperatorId } from '@tern/base/ids';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

const dayMs = 86_400_000;

/** An operator who is simply there, by the owner's rights: no process of the product can make one alone. */
export async function addOperator(
  owner: Database,
  { name, role = 'administrator' }: { readonly name: string; readonly role?: OperatorRole },
): Promise<OperatorId> {
  const id = newId<OperatorId>();
  await sql`INSERT INTO operators (id, name, role) VALUES (${id}, ${name}, ${role})`.execute(owner.kysely);
  return id;
}

/** The link that enrols an operator of this name, who is made where there is none; by the owner's rights, in nobody's name. */
export async function inviteOperator(
  owner: Database,
  invited: { readonly name: string; readonly role: OperatorRole; readonly consoleUrl: string; readonly now?: Date },
): Promise<{ readonly operatorId: OperatorId; readonly link: string }> {
  const { name, role, consoleUrl, now = new Date() } = invited;
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ id: OperatorId }>`
    INSERT INTO operators (id, name, role) VALUES (${newId()}, ${name}, ${role})
    ON CONFLICT ON CONSTRAINT operators_name_key DO UPDATE SET role = excluded.role RETURNING id`.execute(owner.kysely);
  const operatorId = rows[0]?.id;
  if (operatorId === undefined) throw new Error(`no operator ${name}`);
  await sql`UPDATE operator_invitations SET closed_at = clock_timestamp()
             WHERE operator_id = ${operatorId} AND closed_at IS NULL`.execute(owner.kysely);
  await sql`
    INSERT INTO operator_invitations (token_hash, operator_id, expires_at)
    VALUES (${createHash('sha256').update(token).digest()}, ${operatorId}, ${new Date(now.getTime() + dayMs)})`.execute(
    owner.kysely,
  );
  return { operatorId, link: `${consoleUrl}/console/enrol#${token}` };
}
