import { offered } from './offered.ts';

export type Locale = {
  /** BCP 47 tag; also the name of the catalogue. */
  readonly id: string;
  readonly direction: 'ltr' | 'rtl';
};

const fromTheRight: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** Every language people can choose: those whose texts are complete. The first is the language of the source texts. */
export const locales: readonly Locale[] = offered.map((id) => ({
  id,
  direction: fromTheRight.has(id) ? 'rtl' : 'ltr',
}));
