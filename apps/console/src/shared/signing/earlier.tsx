import { Trans, useLingui } from '@lingui/react/macro';
import type { DecisionAuthor, EarlierDecision } from '@tern/contracts/decision';
import { formatTime } from '../format-time.ts';
import { useCodes } from './statement-texts.ts';

/** What operators have said about something before: who, when, what and why. */
export function EarlierDecisions({ earlier }: { earlier: readonly EarlierDecision[] }) {
  const { sayDecision } = useCodes();
  if (earlier.length === 0) return <Trans>None yet</Trans>;
  return (
    <ul className="earlier">
      {earlier.map(({ operator, at, decision, said }) => (
        <li key={`${operator} ${at}`}>
          <b>{operator}</b>, {formatTime(at)}: {sayDecision(decision)}
          {typeof said === 'string' ? ` · ${said}` : null}
        </li>
      ))}
    </ul>
  );
}

/** The same on a page, under its name. */
export function EarlierOnPage({ earlier }: { earlier: readonly EarlierDecision[] }) {
  return (
    <div className="ink-2">
      <Trans>Earlier approvals:</Trans> <EarlierDecisions earlier={earlier} />
    </div>
  );
}

/** Who brought something about, in words. */
export function useAuthor(): (author: DecisionAuthor) => string {
  const { t } = useLingui();
  return (author) => {
    if (author.by === 'operator') return author.name;
    return author.by === 'person' ? t`Person ${author.publicId}` : t`The system`;
  };
}
