import type { DepositId, OperatorId } from '@tern/base/ids';
import { assetIds } from '@tern/money/asset';
import {
  assignSuspense,
  dismissQuarantined,
  giveDepositToHouse,
  giveSurplusToHouse,
  listQuarantine,
  returnToSender,
  thawToken,
  type QuarantineOutcome,
  type QuarantineReport,
  type ReturnOutcome,
  type ReturnReply,
  type ReturnWarning,
} from '@tern/server/deposits/public';
import { parseAmount } from '@tern/money/parse-amount';
import { parseAddress } from '@tern/tron/address';
import { NodeFault } from '@tern/tron/node-fault';
import { renderAmount, type Assets } from './operator-texts.ts';
import type { Answer, OperatorOptions, OperatorWorld } from './operator-world.ts';

export type QuarantineCommand = {
  readonly action: string;
  readonly more: readonly string[];
  readonly options: OperatorOptions;
};

const outcomes: Readonly<Record<QuarantineOutcome, Answer>> = {
  done: { text: 'Done. What follows from it the worker does.', done: true },
  'second-operator-needed': { text: 'Kept. A second, different operator has to say the same.', done: true },
  'not-found': { text: 'Nothing of this name waits.', done: false },
  'no-such-wallet': { text: 'No wallet has this address.', done: false },
  'token-frozen': { text: 'Its token is frozen. Thaw it first.', done: false },
  'own-account': { text: 'You have declared the account it would go to: somebody else has to decide.', done: false },
  'reason-needed': { text: 'A reason of at least 3 characters is needed: --reason "…".', done: false },
};

const returnOutcomes: Readonly<Record<ReturnOutcome, Answer>> = {
  ordered: { text: 'Ordered. The worker pays it back; the network’s cost is the house’s.', done: true },
  'second-operator-needed': outcomes['second-operator-needed'],
  warned: { text: 'Nothing was kept. Say it again with --despite-warnings if the sender asked for it.', done: false },
  'not-found': outcomes['not-found'],
  'token-frozen': outcomes['token-frozen'],
  'settles-by-itself': { text: 'It only waits until its contract was asked, and goes to its owner then.', done: false },
  'on-its-way': { text: 'It is on its way back already: the signer remembered the order.', done: false },
  'own-address': { text: 'It came from an address of ours. Find out how.', done: false },
  'reason-needed': outcomes['reason-needed'],
};

const warningTexts: Readonly<Record<ReturnWarning, string>> = {
  contract: 'The sender is a contract: it may keep what it is sent.',
  'shared-sender':
    'The sender is an exchange or another that pays for many: it credits nobody for what it does not expect.',
  'pays-many-people': 'The sender has paid several people here and is likely an exchange: it may credit nobody.',
};

const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `npm run operator -- quarantine …` */
export async function runQuarantineCommand(
  world: OperatorWorld,
  { action, more, options }: QuarantineCommand,
  authenticate: () => Promise<OperatorId>,
): Promise<Answer> {
  const { db, assets } = world;
  const { reason = '' } = options;
  const [subject = '', second = ''] = more;
  switch (action) {
    case '':
      return { text: renderQuarantine(await listQuarantine(db), assets), done: true };
    case 'assign': {
      const parsed = parseAddress(second);
      if (!identifier.test(subject)) return outcomes['not-found'];
      if (!('address' in parsed)) return outcomes['no-such-wallet'];
      const target = { depositId: subject as DepositId, address: parsed.address };
      return outcomes[await assignSuspense(db, { ...target, operatorId: await authenticate(), reason })];
    }
    case 'house': {
      if (identifier.test(subject)) {
        const depositId = subject as DepositId;
        return outcomes[await giveDepositToHouse(db, { depositId, operatorId: await authenticate(), reason })];
      }
      const assetId = assetIds.find((known) => known === subject);
      if (assetId === undefined) return outcomes['not-found'];
      const parsed = parseAmount(second, assets[assetId].decimals);
      if (!('units' in parsed)) return { text: 'It is house DEPOSIT, or house ASSET AMOUNT.', done: false };
      const surplus = { assetId, amount: parsed.units };
      return outcomes[await giveSurplusToHouse(db, { ...surplus, operatorId: await authenticate(), reason })];
    }
    case 'return': {
      if (!identifier.test(subject)) return { text: 'Only listed coins in suspense can be paid back.', done: false };
      const despiteWarnings = options['despite-warnings'] === true;
      const said = { depositId: subject as DepositId, operatorId: await authenticate(), reason, despiteWarnings };
      try {
        return renderReturn(await returnToSender(world, said));
      } catch (error) {
        if (error instanceof NodeFault)
          return { text: `The node does not say who the sender is: ${error.message}`, done: false };
        throw error;
      }
    }
    case 'dismiss':
      return outcomes[await dismissQuarantined(db, { subject, operatorId: await authenticate(), reason })];
    case 'thaw': {
      const assetId = assetIds.find((known) => known === subject);
      if (assetId === undefined) return { text: `An asset is one of ${assetIds.join(', ')}.`, done: false };
      return outcomes[await thawToken(db, { assetId, operatorId: await authenticate(), reason })];
    }
    default:
      return { text: 'It is one of: assign, house, return, dismiss, thaw.', done: false };
  }
}

function renderReturn({ outcome, to, warnings }: ReturnReply): Answer {
  const { text, done } = returnOutcomes[outcome];
  const about = to === undefined ? [] : [`To ${to}.`, ...warnings.map((warning) => warningTexts[warning])];
  return { text: [...about, text].join('\n'), done };
}

function renderQuarantine({ freezes, suspense, grave, noise }: QuarantineReport, assets: Assets): string {
  const lines = [
    ...freezes.map(
      ({ assetId, block, address, booked, found, frozenAt }) =>
        `frozen    ${assetId}  since ${frozenAt.toISOString()}: at block ${block} ${address} holds ${found}, by its events ${booked} (thaw)`,
    ),
    ...suspense.map(
      ({ depositId, assetId, amount, from, to, txId, reason, since, votes, returning }) =>
        `suspense  ${depositId}  since ${since.toISOString()}  ${renderAmount(amount, assetId, assets)} from ${from} to ${to}  ${reason}  ${txId}  ${returning ? 'being paid back' : `votes ${votes} (assign, house, return)`}`,
    ),
    ...grave.map(
      ({ id, reason, subject, to, txId, since }) =>
        `item      ${id}  since ${since.toISOString()}  ${reason}: ${subject}  ${to ?? ''}  ${txId} (look, then dismiss)`,
    ),
    ...noise.map(
      ({ reason, items, since }) => `noise     ${reason}  ${items} since ${since.toISOString()} (dismiss ${reason})`,
    ),
  ];
  return lines.length === 0 ? 'Nothing is in quarantine.' : lines.join('\n');
}
