import { verifyActions } from '@tern/server/people/operators/public';
import type { Answer, Command, OperatorWorld } from './operator-world.ts';

/** Commands about the log of what operators did. */
export const logCommands: Readonly<Record<string, Command>> = {
  'verify-log': ({ db }, known) => verifyLog(db, known),
};

async function verifyLog(db: OperatorWorld['db'], text: string): Promise<Answer> {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (text !== '' && hash === undefined) return { text: 'Write an end of the log as NUMBER:HASH.', done: false };
  const known = hash === undefined ? undefined : { seq: Number(seq), hash };
  const { head, fault } = await verifyActions(db, known);
  return fault === undefined
    ? {
        text: `All ${head.seq} rows are unchanged. Note this end in another place: ${head.seq}:${head.hash}`,
        done: true,
      }
    : { text: `Row ${fault.seq} is ${faultTexts[fault.fault]}.`, done: false };
}

const faultTexts = {
  missing: 'missing',
  changed: 'changed, or the row before it is',
  added: 'after the end of the log',
  'cut-off': 'missing, with everything after it',
  'another-history': 'different from the one that you noted',
} as const;
