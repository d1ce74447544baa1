import { useLingui } from '@lingui/react/macro';
import { changeContent, type ChangeContent } from '@tern/contracts/routes/console-changes';
import type { AboutView, ActionView } from '@tern/contracts/routes/console-log';
import { changePath } from '../../shared/change-path.ts';
import { nameOf } from '../../shared/code-names.ts';
import { flowNames } from '../../shared/flow-names.ts';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { useSayChange } from '../../shared/say-change.ts';
import { readDetails, textOf } from './read-details.ts';

/** What a row is about, in words, and the page it leads to. */
export type SaidAbout = { readonly text: string; readonly path: string | undefined };

/** Says what rows are about. What has no words of its own stands as the log has it, ids by their end. */
export function useSayAbout(): (row: ActionView) => SaidAbout {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  const sayLinked = useSayLinked();
  return (row) => {
    const { about, subject } = row;
    if (about !== null) return sayLinked(row, about);
    if (row.kind.startsWith('flow-') && isFlow(subject)) return { text: i18n._(flowNames[subject]), path: '/switches' };
    const asset = assets.find(({ id }) => id === subject);
    if (asset !== undefined) return { text: asset.symbol, path: undefined };
    return { text: subject.length > 20 ? `…${subject.slice(-8)}` : subject, path: undefined };
  };
}

function isFlow(subject: string): subject is keyof typeof flowNames {
  return Object.hasOwn(flowNames, subject);
}

function useSayLinked(): (row: ActionView, about: AboutView) => SaidAbout {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const sayChange = useSayChange();
  return (row, { of, person, assetId, amount, name }) => {
    const { subject } = row;
    const number = person?.publicId ?? '';
    const money = amount === null || assetId === null ? '' : formatMoney(amount, assetId, assets);
    switch (of) {
      case 'person':
      case 'reset':
      case 'complaint':
        return { text: number, path: person === null ? undefined : `/people/${person.id}` };
      case 'withdrawal':
        return { text: t`${money} from ${number}`, path: `/reviews/${subject}` };
      case 'deposit':
        return {
          text: money,
          path:
            row.kind === 'deposit-released'
              ? `/screening/${subject}`
              : `/transactions?search=${encodeURIComponent(subject)}&noise=shown`,
        };
      case 'order':
        return { text: t`${i18n._(nameOf('orderKinds', name ?? ''))}, ${money}`, path: '/treasury' };
      case 'activity':
        return { text: t`“${name}”`, path: `/activities/${subject}` };
      case 'entry':
        return { text: t`${number} for “${name}”`, path: `/entries/${subject}` };
      case 'announcement':
        return { text: t`“${name}”`, path: '/announcements' };
      case 'operator':
        return { text: name ?? '', path: name === null ? '/operators' : `/operators/${encodeURIComponent(name)}` };
      case 'operator-change':
        // It may be about somebody who is not an operator yet.
        return { text: name ?? '', path: '/operators' };
      case 'webhook':
      case 'change': {
        const content = readContent(row);
        const path = of === 'webhook' ? '/webhooks' : content === undefined ? '/changes' : changePath(content);
        return { text: content === undefined ? (name ?? `…${subject.slice(-8)}`) : sayChange(content), path };
      }
    }
  };
}

/** What was proposed, as the row has it. */
function readContent(row: ActionView): ChangeContent | undefined {
  const read = changeContent.safeParse(readDetails(row)['content']);
  return read.success ? read.data : undefined;
}

/** The amount that a row itself names. */
export function useSayAmount(): (row: ActionView) => string {
  const { assets } = useOperator();
  return (row) => {
    const amount = textOf(readDetails(row), 'amount');
    return /^\d{1,78}$/.test(amount) ? formatMoney(amount, row.subject, assets) : '';
  };
}
