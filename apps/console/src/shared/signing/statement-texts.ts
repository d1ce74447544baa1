import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { passkeyCopies, passkeyWays } from '../passkey-ways.ts';
import { freezeReasons, rejectionReasons } from '../reason-names.ts';
import { useRoleNames } from '../role-names.ts';
import { stateNames } from '../state-names.ts';
import type { DecisionAction, DecisionDetailName, DecisionParty, DecisionStatement } from '@tern/contracts/decision';

/** What a decision does, by what was chosen of it. */
const titles: Readonly<Record<DecisionAction, Readonly<Record<string, MessageDescriptor>>>> = {
  'reviews.decide': { approve: msg`Approve this withdrawal`, reject: msg`Reject this withdrawal` },
  'activities.takeActivityStep': { publish: msg`Publish this activity`, close: msg`Close this activity` },
  'work.takePayoutStep': {
    'resume-payout': msg`Resume this withdrawal`,
    'return-payout': msg`Return this withdrawal to the sender`,
    'settle-unexpected-receipt': msg`Settle this withdrawal as paid`,
    'return-unexpected-receipt': msg`Return this withdrawal to the sender`,
  },
  'work.takeHouseStep': {
    'resume-asset': msg`Resume payments of this asset`,
    'resume-order': msg`Resume this treasury order`,
    'approve-cold': msg`Approve this treasury order`,
    'reject-cold': msg`Reject this treasury order`,
    'assign-suspense': msg`Credit this deposit to a customer`,
    'suspense-to-house': msg`Keep this deposit as house equity`,
    'return-suspense': msg`Return this deposit to its sender`,
    dismiss: msg`Dismiss this quarantined item`,
    'thaw-token': msg`Trust this token again`,
  },
  'announcements.decideAnnouncement': {
    release: msg`Release this announcement`,
    withdraw: msg`Withdraw this announcement`,
  },
  'resolutions.decideBonus': { release: msg`Pay this bonus`, refuse: msg`Refuse this bonus` },
  'resolutions.decideReset': { approve: msg`Approve this factor reset`, refuse: msg`Refuse this factor reset` },
  'changes.propose': { '': msg`Propose this change` },
  'changes.decideChange': { 'carry-out': msg`Carry out this change`, withdraw: msg`Withdraw this proposal` },
  'flows.switchFlow': { stopped: msg`Stop this flow`, running: msg`Restart this flow` },
  'people.hold': { frozen: msg`Put this account on hold`, free: msg`End the hold on this account` },
  'people.signOutPerson': { '': msg`Sign this person out everywhere` },
  'house.propose': { '': msg`Propose this treasury order` },
  'operators.propose': { '': msg`Propose this change of an operator` },
  'operators.decideChange': {
    'carry-out': msg`Approve this change of an operator`,
    withdraw: msg`Withdraw this proposal`,
  },
  'operators.cancelBreakGlass': { '': msg`Cancel this break-glass request` },
  'screening.releaseDeposit': { '': msg`Release this held deposit` },
  'operators.addKey': { '': msg`Add this passkey to your account` },
  'operators.removeKey': { '': msg`Remove this passkey from your account` },
  'webhooks.resend': {
    one: msg`Send this event again`,
    range: msg`Send these events again`,
    skip: msg`Skip this event`,
  },
};

/** Of several things a route does, the one that was chosen. */
function choiceOf({ content }: DecisionStatement): string {
  const choice = content['step'] ?? content['decision'] ?? content['what'] ?? content['to'];
  return typeof choice === 'string' ? choice : '';
}

export function useTitle(statement: DecisionStatement): string {
  const { i18n } = useLingui();
  const title = titles[statement.action][choiceOf(statement)];
  return title === undefined ? statement.action : i18n._(title);
}

export const partyNames = {
  receiver: msg`Destination`,
  sender: msg`Sent from`,
  person: msg`Person`,
  house: msg`Destination`,
  'arrived-at': msg`Arrived at`,
  asset: msg`Asset`,
  pair: msg`Pair`,
  fund: msg`Fund`,
  pool: msg`Pool`,
  distribution: msg`Distribution`,
  terms: msg`Fees and limits`,
  flow: msg`Flow`,
  activity: msg`Activity`,
  audience: msg`Recipients`,
  item: msg`Item`,
  account: msg`Account`,
  operator: msg`Operator`,
  webhook: msg`Webhook`,
  'refused-list': msg`List of refused addresses`,
  rule: msg`Rule`,
  key: msg`Service key`,
} as const satisfies Record<DecisionParty['as'], MessageDescriptor>;

export const detailNames = {
  fee: msg`Fee`,
  settlement: msg`Settlement`,
  memo: msg`Memo`,
  'left-hot-wallet': msg`Left the hot wallet`,
  'network-cost': msg`Network cost`,
  receipt: msg`Receipt`,
  block: msg`Block`,
  transaction: msg`Transaction`,
  state: msg`Status`,
  kind: msg`Kind of order`,
  reward: msg`Reward for each place`,
  places: msg`Places`,
  platform: msg`Other service`,
  opens: msg`Opens`,
  closes: msg`Closes`,
  started: msg`Since`,
  ready: msg`Not before`,
  'send-at': msg`Sent at`,
  text: msg`Text`,
  'accounts-of-source': msg`Accounts activated by this sender`,
  until: msg`Until`,
  days: msg`Days`,
  'hold-reason': msg`Reason of the hold`,
  change: msg`Change`,
  'suggested-by': msg`Suggested by`,
  'operator-change': msg`Change`,
  'key-name': msg`Passkey`,
  'key-print': msg`Fingerprint`,
  'key-reach': msg`Connection`,
  'key-copies': msg`Copies`,
  role: msg`Role`,
  'by-events': msg`Balance by its events`,
  'by-contract': msg`Balance by its contract`,
  event: msg`Event`,
  'events-from': msg`Events from`,
  'events-until': msg`Events until`,
  'list-source': msg`Source`,
  'list-as-of': msg`As of`,
  'addresses-added': msg`Addresses added`,
  'addresses-removed': msg`Addresses removed`,
  listing: msg`Found about the receiver`,
} as const satisfies Record<DecisionDetailName, MessageDescriptor>;

const settlements = { chain: msg`On the Tron network`, internal: msg`Internal` } as const;

const operatorChanges = {
  invite: msg`Invite`,
  role: msg`Change the role`,
  disable: msg`Disable`,
  enable: msg`Enable again`,
  'disable-key': msg`Disable one passkey`,
} as const;

const causes: Readonly<Record<string, MessageDescriptor>> = {
  amount: msg`Amount above the review limit`,
  'day-total': msg`Daily total above the review limit`,
  screening: msg`Found about the receiver`,
  cold: msg`Hot wallet above its maximum`,
  restrict: msg`Account given to its owners`,
  unstake: msg`Stake withdrawn`,
  'bonus-held': msg`Bonus held for review`,
  'factors-lost': msg`Every sign-in factor lost`,
  'holdings-differ': msg`Balance differs from the token’s events`,
  'hot-wallet': msg`Hot wallet too low`,
  'signer-limit': msg`Above the signer’s limit`,
  fee: msg`Network cost above the fee`,
  'asset-pause': msg`Payments of the asset are paused`,
  person: msg`Account on hold`,
  'unassigned-address': msg`Address belongs to nobody`,
  'address-disowned': msg`The signer disowns the address`,
  'address-unproven': msg`The signer has not been asked about the address`,
  'token-frozen': msg`Token frozen`,
};

/** What an operator can have said, by the first word of it; an address may follow. */
const decisions: Readonly<Record<string, MessageDescriptor>> = {
  approve: msg`approved`,
  reject: msg`rejected`,
  refuse: msg`refused`,
  settle: msg`record as paid`,
  return: msg`return to the sender`,
  proposed: msg`proposed`,
  stopped: msg`stopped`,
  assign: msg`credit to`,
  house: msg`keep as house equity`,
  thaw: msg`unfreeze`,
};

/** Words for codes of the statement; what has none stands as it is. */
export function useCodes() {
  const { i18n } = useLingui();
  const roleNames: Readonly<Record<string, string>> = useRoleNames();
  const say = (names: Readonly<Record<string, MessageDescriptor>>, code: string): string => {
    const known = names[code];
    return known === undefined ? code : i18n._(known);
  };
  return {
    sayCause: (cause: string): string => say(causes, cause),
    sayDecision: (decision: string): string => {
      const [word = '', ...rest] = decision.split(' ');
      return [say(decisions, word), ...rest].join(' ');
    },
    sayRejection: (reason: string): string => say(rejectionReasons, reason),
    sayDetail: (name: DecisionDetailName, text: string): string => {
      const names = {
        settlement: settlements,
        state: stateNames,
        'hold-reason': freezeReasons,
        'operator-change': operatorChanges,
        'key-copies': passkeyCopies,
      };
      if (name === 'role') return roleNames[text] ?? text;
      if (name === 'key-reach') {
        const ways = text.split(', ').map((way) => say(passkeyWays, way));
        return ways.join(', ');
      }
      return name in names ? say(names[name as keyof typeof names], text) : text;
    },
  };
}
