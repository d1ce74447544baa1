import type { ActivityCaseView, ActivityTermsInput } from '@tern/contracts/routes/console-activities';
import { formatAmount } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';
import { readMoment, toFieldText } from '../../shared/read-time.ts';

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
    opensAt: toFieldText(new Date(nowMs).toISOString()),
    closesAt: toFieldText(new Date(nowMs + openDays * dayMs).toISOString()),
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
    opensAt: toFieldText(found.opensAt),
    closesAt: toFieldText(found.closesAt),
    reviewHours: String(found.reviewHours),
    pictureDays: String(found.pictureDays),
  };
}

/** As the server takes it; what was typed is judged there, and refused where it is no time. */
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
    opensAt: readMoment(draft.opensAt) ?? '',
    closesAt: readMoment(draft.closesAt) ?? '',
    reviewHours: Number(draft.reviewHours),
    pictureDays: Number(draft.pictureDays),
  };
}
