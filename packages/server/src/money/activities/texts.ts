import { z } from 'zod';
import { isVisibleText } from '../../platform/visible-text.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => isVisibleText(text), 'characters nobody sees');

const localTexts = z.strictObject({
  title: line(80),
  /** One sentence for the card. */
  summary: line(160),
  /** What the house wants it for. */
  purpose: line(500),
  /** What the picture has to show, one line each. */
  criteria: z.array(line(200)).min(1).max(8),
});
export type LocalTexts = z.infer<typeof localTexts>;

/** Texts of an activity by language (`en`, `zh-Hans`); English always. */
export const activityTexts = z
  .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/), localTexts)
  .refine((texts) => texts['en'] !== undefined, 'English texts are needed');
export type ActivityTexts = z.infer<typeof activityTexts>;

/** The texts in the language asked for, else in the one it is a kind of, else in English; with the language they are in. */
export function chooseTexts(texts: ActivityTexts, language: string): LocalTexts & { readonly language: string } {
  const wanted = [language, language.split('-')[0] ?? language, 'en'];
  for (const candidate of wanted) {
    const found = Object.keys(texts).find((known) => known.toLowerCase() === candidate.toLowerCase());
    if (found !== undefined) return { ...(texts[found] as LocalTexts), language: found };
  }
  throw new Error('an activity has English texts');
}
