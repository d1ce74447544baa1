import { i18n } from '@lingui/core';
import { findOwnFormats } from './own-formats.ts';

/**
 * The locale that writes numbers as the language of the page does, for `Intl`, with Latin digits in every script: texts have them, addresses and hashes cannot do
 * without, and an amount is compared with what others and the chain show (docs/decisions/0150).
 */
export function formatLocale(): string {
  return withLatinDigits(findOwnFormats()?.numbers ?? i18n.locale);
}

export function withLatinDigits(locale: string): string {
  return `${locale}-u-nu-latn`;
}
