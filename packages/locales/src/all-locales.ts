import type { Locale } from './locales.ts';
import { offered } from './offered.ts';

export type NamedLocale = Locale & {
  /** What speakers call it. */
  readonly ownName: string;
};

/** Every language the product is meant for; which of them people are offered is in offered.ts. English is the source. */
export const allLocales: readonly NamedLocale[] = [
  { id: 'en', ownName: 'English', direction: 'ltr' },
  { id: 'zh-Hans', ownName: '简体中文', direction: 'ltr' },
  { id: 'zh-Hant', ownName: '繁體中文', direction: 'ltr' },
  { id: 'ja', ownName: '日本語', direction: 'ltr' },
  { id: 'ko', ownName: '한국어', direction: 'ltr' },
  { id: 'vi', ownName: 'Tiếng Việt', direction: 'ltr' },
  { id: 'th', ownName: 'ไทย', direction: 'ltr' },
  { id: 'id', ownName: 'Bahasa Indonesia', direction: 'ltr' },
  { id: 'ms', ownName: 'Bahasa Melayu', direction: 'ltr' },
  { id: 'fil', ownName: 'Filipino', direction: 'ltr' },
  { id: 'km', ownName: 'ខ្មែរ', direction: 'ltr' },
  { id: 'lo', ownName: 'ລາວ', direction: 'ltr' },
  { id: 'my', ownName: 'မြန်မာ', direction: 'ltr' },
  { id: 'hi', ownName: 'हिन्दी', direction: 'ltr' },
  { id: 'bn', ownName: 'বাংলা', direction: 'ltr' },
  { id: 'ur', ownName: 'اردو', direction: 'rtl' },
  { id: 'ta', ownName: 'தமிழ்', direction: 'ltr' },
  { id: 'ne', ownName: 'नेपाली', direction: 'ltr' },
  { id: 'si', ownName: 'සිංහල', direction: 'ltr' },
  { id: 'fa', ownName: 'فارسی', direction: 'rtl' },
  { id: 'ar', ownName: 'العربية', direction: 'rtl' },
  { id: 'he', ownName: 'עברית', direction: 'rtl' },
  { id: 'tr', ownName: 'Türkçe', direction: 'ltr' },
  { id: 'ru', ownName: 'Русский', direction: 'ltr' },
  { id: 'uk', ownName: 'Українська', direction: 'ltr' },
  { id: 'kk', ownName: 'Қазақ тілі', direction: 'ltr' },
  { id: 'uz', ownName: 'O‘zbekcha', direction: 'ltr' },
  { id: 'az', ownName: 'Azərbaycanca', direction: 'ltr' },
  { id: 'pl', ownName: 'Polski', direction: 'ltr' },
  { id: 'cs', ownName: 'Čeština', direction: 'ltr' },
  { id: 'ro', ownName: 'Română', direction: 'ltr' },
  { id: 'el', ownName: 'Ελληνικά', direction: 'ltr' },
  { id: 'de', ownName: 'Deutsch', direction: 'ltr' },
  { id: 'fr', ownName: 'Français', direction: 'ltr' },
  { id: 'it', ownName: 'Italiano', direction: 'ltr' },
  { id: 'es', ownName: 'Español', direction: 'ltr' },
  { id: 'pt-BR', ownName: 'Português (Brasil)', direction: 'ltr' },
  { id: 'nl', ownName: 'Nederlands', direction: 'ltr' },
  { id: 'sw', ownName: 'Kiswahili', direction: 'ltr' },
];

/** Those people can choose: with names, which only the pages that show them load. */
export const namedLocales: readonly NamedLocale[] = allLocales.filter(({ id }) => offered.includes(id));
