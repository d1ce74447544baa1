import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { DecisionDetail, DecisionFacts } from '@tern/contracts/decision';
import { problem } from '@tern/contracts/problem';
import {
  isKeyContent,
  isReserveContent,
  isWebhookContent,
  type ChangeContent,
  type ChangeDecision,
  type ChangeProposal,
  type KeyContent,
  type RefusedAddressesContent,
  type WebhookContent,
} from '@tern/contracts/routes/console-changes';
import type { Database } from '@tern/db/database';
import { canonicalJson } from '../../platform/idempotency/public.ts';
import { listWebhooks } from '../../platform/webhooks/public.ts';
import { nameOperators, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { listKeys } from '../keys/public.ts';
import { selectChangesAmong } from './change-store.ts';
import { readChange, type ReadChangeDeps } from './read-change.ts';
import { refusedAddressDetails } from './refused-address-changes.ts';
import { describeReserveOrder } from './reserve-orders.ts';
import { findSuggestionOf, type Suggestion } from './suggestion-store.ts';
import { requireSuggestion } from './suggestions.ts';

type Deps = ReadChangeDeps & { readonly db: Database; readonly clock: Clock };

/** Proposing a change as it is signed. Throws `DECISION_REFUSED` where it names a suggestion that is not it. */
export async function describeProposal(deps: Deps, said: ChangeProposal, { name }: ConsoleSession): Promise<Decision> {
  const { content, note, suggestionId } = said;
  const suggestion = await requireSuggestion(deps.db.kysely, said, deps.clock.now());
  return {
    action: 'changes.propose',
    content: { content, note, ...(suggestionId !== undefined && { suggestionId }) },
    facts: {
      ...(await subjectOf(deps, content, suggestion)),
      author: { by: 'operator', name },
      reason: { said: note },
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
  return toWire({
    action: 'changes.decideChange',
    content: said,
    facts: {
      ...(await subjectOf(deps, content, await findSuggestionOf(deps.db.kysely, said.id))),
      author: { by: 'operator', name },
      reason: { said: note },
      earlier: [{ operator: name, at: proposedAt, decision: 'proposed', said: note }],
    },
  });
}

type Subject = Pick<DecisionFacts, 'asset' | 'amount' | 'about' | 'details'>;

async function subjectOf(
  deps: Deps,
  content: ChangeContent,
  suggestion: Pick<Suggestion, 'keyName' | 'note'> | undefined,
): Promise<Subject> {
  if (content.kind === 'refused-addresses')
    return {
      asset: { none: 'no-money' },
      amount: { none: 'no-money' },
      about: [{ as: 'refused-list', name: content.list }],
      details: refusedAddressDetails(content),
    };
  if (isWebhookContent(content)) return outsideOf(content, 'webhook', await nameWebhook(deps, content));
  if (isKeyContent(content)) return outsideOf(content, 'key', await nameKey(deps, content));
  const subject = moneyOf(deps, content);
  if (suggestion === undefined) return subject;
  const { keyName, note } = suggestion;
  return { ...subject, details: [...subject.details, { name: 'suggested-by', text: `${keyName}: ${note}` }] };
}

function outsideOf(content: WebhookContent | KeyContent, as: 'webhook' | 'key', name: string): Subject {
  return {
    asset: { none: 'no-money' },
    amount: { none: 'no-money' },
    about: [{ as, name }],
    details: [{ name: 'change', text: canonicalJson(content) }],
  };
}

/** A webhook with where it leads, which a change by its id does not say. */
async function nameWebhook({ db }: Deps, content: WebhookContent): Promise<string> {
  const now =
    'webhookId' in content
      ? (await listWebhooks(db.kysely)).find(({ id }) => id === content.webhookId)
      : { name: content.name, url: content.url };
  return now === undefined ? content.kind : `${now.name} (${now.url})`;
}

/** A key with what it may do, as it is now, which a change by its id does not say. */
async function nameKey({ db }: Deps, content: KeyContent): Promise<string> {
  const now = 'keyId' in content ? (await listKeys(db.kysely)).find(({ id }) => id === content.keyId) : content;
  return now === undefined ? content.kind : `${now.name} (${now.scopes.join(', ')})`;
}

/** What a change is about, and how much it sets aside of what; the change word by word among the details. */
function moneyOf(
  deps: Deps,
  content: Exclude<ChangeContent, WebhookContent | KeyContent | RefusedAddressesContent>,
): Subject {
  const details: DecisionDetail[] = [{ name: 'change', text: canonicalJson(content) }];
  const noMoney = { none: 'no-money' } as const;
  const noMoneyAtAll = { asset: noMoney, amount: noMoney };
  if (isReserveContent(content)) return { ...describeReserveOrder(content), details };
  switch (content.kind) {
    case 'fund': {
      const read = readChange(deps, content);
      // What can never be carried out is refused when it is asked for; settings may have changed since it was proposed.
      const amount = 'fault' in read || read.kind !== 'fund' ? noMoney : toWire(read.amount);
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
    case 'audit-file':
      return {
        asset: 'reward',
        amount: noMoney,
        about: [{ as: 'distribution', name: content.distributionId }],
        details,
      };
    case 'snapshot':
      return {
        asset: { none: 'no-single-asset' },
        amount: noMoney,
        about: [{ as: 'item', name: 'liabilities' }],
        details,
      };
    case 'sign-out-everybody':
      return { ...noMoneyAtAll, about: [{ as: 'person', name: 'everybody' }], details };
    case 'screening-rule':
      return { ...noMoneyAtAll, about: [{ as: 'rule', name: 'screening' }], details };
    case 'level-limits':
      return { ...noMoneyAtAll, about: [{ as: 'terms', name: 'limits of the levels of identity checks' }], details };
    case 'person-level':
      return { ...noMoneyAtAll, about: [{ as: 'person', name: content.person }], details };
    case 'terms':
      return {
        asset: { none: 'no-single-asset' },
        amount: noMoney,
        about: [{ as: 'terms', name: `after ${content.after}` }],
        details,
      };
  }
}
