import type { OperatorId } from '@tern/base/ids';
import { inviteFirstOperator, inviteOperator } from '@tern/server/console-access/public';
import {
  changeRole,
  OperatorRefusal,
  operatorRoles,
  verifyActions,
  type OperatorRole,
} from '@tern/server/operators/public';
import type { Answer, Command, OperatorOptions, OperatorWorld } from './operator-world.ts';

type Authenticate = (world: OperatorWorld, options: OperatorOptions) => Promise<OperatorId>;

/** Commands about operators of the console and their log. */
export function consoleCommands(authenticate: Authenticate): Readonly<Record<string, Command>> {
  return {
    invite: async ({ console }, name, _options, [role = '']) => {
      const { link, expiresAt } = await inviteOperator(console, { name, role: readRole(role) });
      return { text: `For ${name} alone, once, until ${expiresAt.toISOString()}:\n${link}`, done: true };
    },
    'invite-first': async ({ console }) => {
      const link = await inviteFirstOperator(console);
      return { text: link ?? 'An operator is enrolled already: invite the others by name.', done: true };
    },
    role: async (world, name, options, [role = '']) => {
      const wanted = readRole(role);
      await changeRole(world.db, { name, role: wanted, by: await authenticate(world, options) });
      return { text: `${name} is ${wanted} from the next request on.`, done: true };
    },
    'verify-log': ({ db }, known) => verifyLog(db, known),
  };
}

async function verifyLog(db: OperatorWorld['db'], text: string): Promise<Answer> {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (text !== '' && hash === undefined) return { text: 'An end of the log is written NUMBER:HASH.', done: false };
  const known = hash === undefined ? undefined : { seq: Number(seq), hash };
  const { head, fault } = await verifyActions(db, known);
  return fault === undefined
    ? {
        text: `All ${head.seq} rows are as they were written. Note this end elsewhere: ${head.seq}:${head.hash}`,
        done: true,
      }
    : { text: `Row ${fault.seq} is ${faultTexts[fault.fault]}.`, done: false };
}

const faultTexts = {
  missing: 'missing',
  changed: 'not as it was written, or the one before it is not',
  added: 'beyond the end of the log',
  'cut-off': 'gone, and everything after it',
  'another-history': 'not the one that was noted',
} as const;

function readRole(text: string): OperatorRole {
  const role = operatorRoles.find((known) => known === text);
  if (role === undefined) throw new OperatorRefusal('role-unknown');
  return role;
}
