import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OperatorView } from '@tern/contracts/routes/console-access';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import type { CaseKind, SearchTarget, TypedAs } from '@tern/contracts/routes/console-search';
import { changePath } from '../../shared/change-path.ts';
import { nameOf } from '../../shared/code-names.ts';
import { formatListMoment } from '../../shared/format-time.ts';
import { roleNames } from '../../shared/role-names.ts';
import { accountState } from '../../shared/state-names.ts';
import { kindNames, signedAmount, states, transactionPath } from '../../shared/transaction-names.ts';

/** Something that can be chosen. */
export type SearchOption = {
  readonly path: string;
  readonly title: string;
  readonly note: string | null;
  /** Stays out of what is kept on this device. */
  readonly passing?: true;
};
export type SearchGroup = {
  readonly kind?: SearchTarget['kind'];
  readonly name: MessageDescriptor;
  readonly options: readonly SearchOption[];
};

/** What a text was taken for; nothing is said of what has no form of its own. */
export const recognised = {
  transaction: msg`Looks like a transaction id.`,
  address: msg`Looks like a Tron address.`,
  id: msg`Looks like the number of a record or an id.`,
  person: msg`Looks like an account number or a username.`,
  amount: msg`Looks like an amount.`,
  journal: msg`Looks like the number of a journal.`,
  word: msg`Looks like a name.`,
  contact: msg`Looks like a phone number or an e-mail address.`,
  nothing: undefined,
} as const satisfies Record<TypedAs, MessageDescriptor | undefined>;

const caseNames = {
  withdrawal: msg`Withdrawal`,
  'held-deposit': msg`Held deposit`,
  'treasury-order': msg`Order of the treasury`,
  change: msg`Proposal`,
  webhook: msg`Webhook`,
  'webhook-event': msg`Event of a webhook`,
  'service-key': msg`Service key`,
  entry: msg`Entry`,
  activity: msg`Activity`,
  announcement: msg`Announcement`,
  complaint: msg`Complaint`,
} as const satisfies Record<CaseKind, MessageDescriptor>;

const groupNames = {
  person: msg`People`,
  case: msg`Cases`,
  transaction: msg`Transactions`,
  journal: msg`Books`,
  operator: msg`Operators`,
  log: msg`Audit log`,
} as const satisfies Record<SearchTarget['kind'], MessageDescriptor>;

type Saying = { readonly i18n: I18n; readonly assets: OperatorView['assets'] };

/** What was found in groups, in the order in which people mostly mean it. */
export function groupTargets(targets: readonly SearchTarget[], saying: Saying): readonly SearchGroup[] {
  return (Object.keys(groupNames) as SearchTarget['kind'][]).flatMap((kind) => {
    const options = targets.filter((target) => target.kind === kind).map((target) => optionOf(target, saying));
    return options.length === 0 ? [] : [{ kind, name: groupNames[kind], options }];
  });
}

/** The page of a case, or the list that it stands in. */
function casePath({ of, id, code }: Extract<SearchTarget, { kind: 'case' }>): string {
  return {
    withdrawal: `/reviews/${id}`,
    'held-deposit': `/screening/${id}`,
    entry: `/entries/${id}`,
    activity: `/activities/${id}`,
    announcement: '/announcements',
    complaint: '/complaints',
    'treasury-order': '/treasury',
    change: changePath({ kind: code as ChangeContent['kind'] }),
    webhook: '/webhooks',
    'webhook-event': `/webhooks/${code}`,
    'service-key': '/keys',
  }[of];
}

function optionOf(target: SearchTarget, { i18n, assets }: Saying): SearchOption {
  switch (target.kind) {
    case 'person': {
      const { id, publicId, username } = target;
      const state = i18n._(accountState(target.onHold ? 'on-hold' : target.state));
      return { path: `/people/${id}`, title: publicId, note: username === null ? state : `${username} · ${state}` };
    }
    case 'case': {
      const title = target.of === 'treasury-order' ? i18n._(nameOf('orderKinds', target.code ?? '')) : target.title;
      return {
        path: casePath(target),
        title: i18n._(caseNames[target.of]),
        note: [title, i18n._(target.open ? msg`open` : msg`closed`)].filter((part) => part !== null).join(' · '),
        ...(target.of === 'complaint' ? { passing: true as const } : {}),
      };
    }
    case 'transaction': {
      const { row } = target;
      const kind = i18n._(kindNames[row.kind]);
      const amount = signedAmount(row, assets);
      return {
        path: transactionPath(row),
        title: amount === undefined ? kind : `${kind} ${amount}`,
        note: [`${formatListMoment(row.at)} UTC`, row.person?.publicId, i18n._(states[row.state].name)]
          .filter((part) => part !== undefined)
          .join(' · '),
      };
    }
    case 'journal':
      return { path: `/books/journals/${target.id}`, title: i18n._(msg`Journal J-${target.id}`), note: null };
    case 'operator': {
      const role = i18n._(roleNames[target.role]);
      return {
        path: `/operators/${encodeURIComponent(target.name)}`,
        title: target.name,
        note: target.disabled ? [role, i18n._(msg`disabled`)].join(' · ') : role,
      };
    }
    case 'log':
      return {
        path: `/log?subject=${encodeURIComponent(target.subject)}`,
        title: i18n._(msg`What operators did about it`),
        note: null,
        passing: true,
      };
  }
}
