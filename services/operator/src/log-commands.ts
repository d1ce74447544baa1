import { verifyActions } from '@tern/server/people/operators/public';
import type { Answer, Command, OperatorWorld } from './operator-world.ts';

/** Commands about the log of what operators did. */
export const logCommands: Readonly<Record<string, Command>> = {
  'verify-log': ({ db }, known) => verifyLog(db, known),
};

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
