import type { DecisionDetail, DecisionFacts, DecisionParty } from '@tern/contracts/decision';
import { problem } from '@tern/contracts/problem';
import {
  isReserveContent,
  isWebhookContent,
  type ChangeContent,
  type ChangeDecision,
  type ChangeProposal,
} from '@tern/contracts/routes/console-changes';
import type { Database } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { canonicalJson } from '../../platform/idempotency/public.ts';
import { nameOperators, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { selectChangesAmong } from './change-store.ts';
import { readChange, type ReadChangeDeps } from './read-change.ts';
import { describeReserveOrder } from './reserve-orders.ts';

type Deps = ReadChangeDeps & { readonly db: Database };

/** Proposing a change as it is signed. */
export function describeProposal(deps: Deps, said: ChangeProposal, { name }: ConsoleSession): Decision {
  return {
    action: 'changes.propose',
    content: said,
    facts: {
      ...moneyOf(deps, said.content),
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier: [],
    },
  };
}

/** Carrying a proposal out, or withdrawing it, as it is signed, with who proposed it when and why. Throws `NOT_FOUND`. */
export async function describeChange(deps: Deps, said: ChangeDecision): Promise<Decision> {
  const [change] = await selectChangesAmong(deps.db.kysely, [said.id]);
  if (change === undefined) throw problem('NOT_FOUND');
  const { content, note, proposedBy, proposedAt } = change;
  const name = (await nameOperators(deps.db))(proposedBy);
  return {
    action: 'changes.decideChange',
    content: said,
    facts: {
      ...moneyOf(deps, content),
      author: { by: 'operator', name },
      reason: { said: note },
      earlier: [{ operator: name, at: proposedAt.toISOString(), decision: 'proposed', said: note }],
    },
  };
}

/** What a change is about, and how much it sets aside of what; the change word by word among the details. */
function moneyOf(deps: Deps, content: ChangeContent): Pick<DecisionFacts, 'asset' | 'amount' | 'about' | 'details'> {
  const details: DecisionDetail[] = [{ name: 'change', text: canonicalJson(content) }];
  const noMoney = { none: 'no-money' } as const;
  if (isReserveContent(content)) return { ...describeReserveOrder(content), details };
  if (isWebhookContent(content)) {
    const about: DecisionParty =
      'url' in content ? { as: 'webhook', name: content.url } : { as: 'webhook', name: content.webhookId };
    return { asset: noMoney, amount: noMoney, about: [about], details };
  }
  switch (content.kind) {
    case 'fund': {
      const read = readChange(deps, content);
      // What can never be carried out is refused when it is asked for; settings may have changed since it was proposed.
      const amount = 'fault' in read || read.kind !== 'fund' ? noMoney : unitsToWire(read.amount);
      return { asset: content.assetId, amount, about: [{ as: 'fund', name: content.purpose }], details };
    }
    case 'pair':
      return {
        asset: { none: 'no-single-asset' },
        amount: noMoney,
        about: [{ as: 'pair', name: `${content.one}/${content.other}` }],
        details,
      };
    case 'asset':
      return {
        asset: content.assetId,
        amount: noMoney,
        about: [{ as: 'asset', name: content.assetId }],
        details,
      };
    case 'pool-schedule':
      return { asset: 'reward', amount: noMoney, about: [{ as: 'pool', name: 'reward-pool' }], details };
    case 'terms':
      return {
        asset: { none: 'no-single-asset' },
        amount: noMoney,
        about: [{ as: 'terms', name: `after ${content.after}` }],
        details,
      };
  }
}
