import { i18n } from '@lingui/core';
import written from 'virtual:area-codes';
import { openRegionNames } from './region-names.ts';

export type AreaCode = {
  /** ISO 3166 region, for example `DE`. */
  region: string;
  /** Digits without plus, for example `49`. */
  dialCode: string;
  name: string;
  flag: string;
};

const pairs = written.match(/[A-Z]{2}\d+/g)?.map((pair) => [pair.slice(0, 2), pair.slice(2)] as const) ?? [];

/** Every area code with the region's name in the person's language, sorted by that name. */
export function listAreaCodes(): AreaCode[] {
  const nameOf = openRegionNames();
  const byName = new Intl.Collator(i18n.locale);
  return pairs
    .map(([region, dialCode]) => ({ region, dialCode, name: nameOf(region), flag: flagOf(region) }))
    .sort((a, b) => byName.compare(a.name, b.name));
}

/** The area code of the region the browser is set to; undefined where it names none. */
export function guessAreaCode(
  languages: readonly string[] = navigator.languages,
): { region: string; dialCode: string } | undefined {
  for (const language of languages) {
    const region = new Intl.Locale(language).maximize().region;
    const pair = pairs.find(([candidate]) => candidate === region);
    if (pair) return { region: pair[0], dialCode: pair[1] };
  }
  return undefined;
}

/** The two letters as regional indicators, which systems draw as a flag. */
export function flagOf(region: string): string {
  return String.fromCodePoint(...Array.from(region, (letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

/** Those whose name, region or dial code holds what was typed, accents and case aside. */
export function searchAreaCodes(all: readonly AreaCode[], typed: string): readonly AreaCode[] {
  const wanted = fold(typed.replace(/^\s*\+|^\s*00/, ''));
  if (wanted === '') return all;
  return all.filter(
    (code) =>
      fold(code.name).includes(wanted) || code.dialCode.startsWith(wanted) || code.region.toLowerCase() === wanted,
  );
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
