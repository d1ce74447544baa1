import { toWire } from '@tern/base/to-wire';
import type { DecisionDetail, DecisionFacts } from '@tern/contracts/decision';
import { problem } from '@tern/contracts/problem';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type {
  BreakGlassCancel,
  OperatorChangeDecision,
  OperatorChangeInput,
} from '@tern/contracts/routes/console-operators';
import type { Database } from '@tern/db/database';
import { listBreakGlass } from '../../people/operators/public.ts';
import type { Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { detailsOfKey } from './describe-key.ts';
import { findChange } from './operators-store.ts';

/** Proposing a change about an operator as it is signed. */
export async function describeProposal(
  db: Database,
  said: OperatorChangeInput,
  { name }: ConsoleSession,
): Promise<Decision> {
  const ofKey = 'key' in said ? await detailsOfKey(db.kysely, said) : [];
  return {
    action: 'operators.propose',
    content: said,
    facts: {
      ...about(said.name, [...changeOf(said.kind, 'role' in said ? said.role : null), ...ofKey]),
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier: [],
    },
  };
}

/** Carrying a proposal out, or withdrawing it, as it is signed, with who proposed it when and why. Throws `NOT_FOUND`. */
export async function describeChange(db: Database, said: OperatorChangeDecision): Promise<Decision> {
  const change = await findChange(db.kysely, said.id);
  if (change === undefined) throw problem('NOT_FOUND');
  const { kind, name, role, key, note, proposedBy, proposedAt } = change;
  const ofKey = key === null ? [] : await detailsOfKey(db.kysely, { name, key: key.id });
  return toWire({
    action: 'operators.decideChange',
    content: said,
    facts: {
      ...about(name, [...changeOf(kind, role), ...ofKey]),
      author: { by: 'operator', name: proposedBy },
      reason: { said: note },
      earlier: [{ operator: proposedBy, at: proposedAt, decision: 'proposed', said: note }],
    },
  });
}

/** Ending a break-glass request as it is signed, with whom it would let in. Throws `NOT_FOUND`. */
export async function describeCancel(
  db: Database,
  said: BreakGlassCancel,
  { name }: ConsoleSession,
): Promise<Decision> {
  const request = (await listBreakGlass(db.kysely)).find(({ id }) => id === said.id);
  if (request === undefined) throw problem('NOT_FOUND');
  return {
    action: 'operators.cancelBreakGlass',
    content: said,
    facts: {
      ...about(request.name, [
        { name: 'started', at: request.startedAt },
        { name: 'ready', at: request.opensAt },
      ]),
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier: { none: 'one-decides' },
    },
  };
}

function changeOf(kind: OperatorChangeInput['kind'], role: OperatorRole | null): DecisionDetail[] {
  const change: DecisionDetail = { name: 'operator-change', text: kind };
  return role === null ? [change] : [change, { name: 'role', text: role }];
}

function about(
  operator: string,
  details: DecisionDetail[],
): Pick<DecisionFacts, 'asset' | 'amount' | 'about' | 'details'> {
  return {
    asset: { none: 'no-money' },
    amount: { none: 'no-money' },
    about: [{ as: 'operator', name: operator }],
    details,
  };
}
