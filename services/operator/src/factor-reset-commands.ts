import { readEveryPage } from '@tern/base/read-every-page';
import { listWaitingResets, type FactorReset } from '@tern/server/people/recovery/public';
import type { Command } from './operator-world.ts';

export const factorResetUsage = `  resets                                     shows who has lost every factor and asks for a reset`;

/** The commands about resets of factors, by their names. */
export const factorResetCommands: Readonly<Record<string, Command>> = {
  resets: async ({ db }) => {
    const resets = await readEveryPage((page) => listWaitingResets(db.kysely, page));
    return { text: resets.length === 0 ? 'No factor reset is waiting.' : resets.map(render).join('\n'), done: true };
  },
};

function render({ id, personId, startedAt, readyAt, approvals }: FactorReset): string {
  return `${id}  person ${personId}  since ${startedAt.toISOString()}  not before ${readyAt.toISOString()}  approvals ${approvals} of 2`;
}
