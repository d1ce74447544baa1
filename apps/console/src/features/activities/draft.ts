import type { ActivityCaseView, ActivityTermsInput } from '@tern/contracts/routes/console-activities';
import { formatAmount } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';

export type LocalDraft = {
  readonly title: string;
  readonly summary: string;
  readonly purpose: string;
  /** One in each line. */
  readonly criteria: string;
};

/** An activity as it stands in the form: everything as typed. */
export type Draft = {
  readonly texts: Readonly<Record<string, LocalDraft>>;
  readonly platform: string;
  readonly affiliated: boolean;
  readonly sampleName: string | null;
  readonly reward: string;
  readonly places: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly reviewHours: string;
  readonly pictureDays: string;
};

export const emptyTexts: LocalDraft = { title: '', summary: '', purpose: '', criteria: '' };

const dayMs = 86_400_000;
const openDays = 30;

export function newDraft(nowMs: number): Draft {
  return {
    texts: { en: emptyTexts },
    platform: '',
    affiliated: false,
    sampleName: null,
    reward: '',
    places: '100',
    opensAt: toLocal(new Date(nowMs)),
    closesAt: toLocal(new Date(nowMs + openDays * dayMs)),
    reviewHours: '24',
    pictureDays: '90',
  };
}

export function draftOf(found: ActivityCaseView, decimals: number): Draft {
  return {
    texts: Object.fromEntries(
      Object.entries(found.texts).map(([language, { criteria, ...texts }]) => [
        language,
        { ...texts, criteria: criteria.join('\n') },
      ]),
    ),
    platform: found.platform,
    affiliated: found.affiliated,
    sampleName: found.sampleName,
    reward: formatAmount(unitsFromWire(found.reward), decimals),
    places: String(found.places),
    opensAt: toLocal(new Date(found.opensAt)),
    closesAt: toLocal(new Date(found.closesAt)),
    reviewHours: String(found.reviewHours),
    pictureDays: String(found.pictureDays),
  };
}

/** As the server takes it; what was typed is judged there. */
export function termsOf(draft: Draft): ActivityTermsInput {
  return {
    texts: Object.fromEntries(
      Object.entries(draft.texts).map(([language, { criteria, ...texts }]) => [
        language,
        { ...texts, criteria: criteria.split('\n').filter((line) => line.trim() !== '') },
      ]),
    ),
    platform: draft.platform,
    affiliated: draft.affiliated,
    sampleName: draft.sampleName,
    reward: draft.reward,
    places: Number(draft.places),
    opensAt: fromLocal(draft.opensAt),
    closesAt: fromLocal(draft.closesAt),
    reviewHours: Number(draft.reviewHours),
    pictureDays: Number(draft.pictureDays),
  };
}

/** A moment as a field for date and time wants it, in the operator's own zone. */
function toLocal(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Empty where nothing whole was typed, which the server refuses. */
function fromLocal(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
