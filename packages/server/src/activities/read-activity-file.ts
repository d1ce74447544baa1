import { parseAmount } from '@tern/money/parse-amount';
import { z } from 'zod';
import type { ActivityTerms } from './activity.ts';
import { activityTexts } from './texts.ts';

const rewardDecimals = 18;

const activityFile = z.strictObject({
  texts: activityTexts,
  platform: z.string().trim().min(1).max(60),
  affiliated: z.boolean().default(false),
  /** Whole reward tokens, as a decimal. */
  reward: z.string().transform((text, context) => {
    const parsed = parseAmount(text, rewardDecimals);
    if ('units' in parsed && parsed.units > 0n) return parsed.units;
    context.addIssue('an amount of reward tokens above zero, such as 12.5');
    return z.NEVER;
  }),
  /** A file with an example of a good picture. */
  sample: z.string().max(1000).optional(),
  places: z.number().int().min(1).max(1_000_000),
  opensAt: z.iso.datetime({ offset: true }).optional(),
  closesAt: z.iso.datetime({ offset: true }),
  reviewHours: z.number().int().min(1).max(720).default(24),
  pictureDays: z.number().int().min(1).max(365).default(90),
});

/** An activity as an operator wrote it down, with the file of its example, or what is wrong with it. */
export function readActivityFile(
  text: string,
  now: Date,
): { readonly terms: ActivityTerms; readonly sample: string | undefined } | { readonly fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: 'This is not JSON.' };
  }
  const read = activityFile.safeParse(json);
  if (!read.success) return { fault: z.prettifyError(read.error) };
  const { opensAt, closesAt, sample, ...rest } = read.data;
  const opens = opensAt === undefined ? now : new Date(opensAt);
  const closes = new Date(closesAt);
  if (closes <= opens) return { fault: 'It has to close after it opens.' };
  return { terms: { ...rest, sampleName: null, opensAt: opens, closesAt: closes }, sample };
}
