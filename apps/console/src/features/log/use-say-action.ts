import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ActionView } from '@tern/contracts/routes/console-log';
import { formatDay } from '../../shared/format-time.ts';
import {
  entryReasons,
  freezeReasons,
  readRejection,
  refusedReasons,
  revealReasons,
} from '../../shared/reason-names.ts';
import { readDetails, textOf } from './read-details.ts';
import { otherAction, sentences, soughtNobody } from './sentences.ts';
import { useSayAbout, useSayAmount, type SaidAbout } from './use-say-about.ts';
import { placeOf, weave, type Piece } from './weave.ts';

/** A row in words. */
export type SaidAction = {
  readonly who: string;
  readonly about: SaidAbout;
  /** The sentence with the places of `who` and `about` in it. */
  readonly pieces: readonly Piece[];
  /** The same as plain text. */
  readonly sentence: string;
  /** Why: the reason that was chosen from a list, and what the operator wrote. Empty where nothing was. */
  readonly why: { readonly reason: string; readonly written: string };
};

/** Says rows of the log as sentences in the language of the screen. */
export function useSayAction(): (row: ActionView) => SaidAction {
  const { i18n } = useLingui();
  const sayAbout = useSayAbout();
  const sayAmount = useSayAmount();
  const sayWhy = useSayWhy();
  return (row) => {
    const details = readDetails(row);
    const sentence = isKnown(row.kind)
      ? row.kind === 'person-sought' && row.about === null
        ? soughtNobody
        : sentences[row.kind]
      : otherAction;
    const who = row.operator ?? i18n._(msg`The command line`);
    const about = sayAbout(row);
    const day = (name: string): string => {
      const text = textOf(details, name);
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text;
    };
    const say = (parts: { readonly who: string; readonly about: string }): string =>
      i18n._({
        ...sentence,
        values: {
          ...parts,
          ...{
            kind: row.kind,
            count: Number(textOf(details, 'rows') || textOf(details, 'events')),
            amount: sayAmount(row),
          },
          ...{ from: day('from'), to: day('to') },
        },
      });
    return {
      ...{ who, about },
      pieces: weave(say({ who: placeOf('who'), about: placeOf('about') })),
      sentence: say({ who, about: about.text }),
      why: sayWhy(row),
    };
  };
}

function isKnown(kind: string): kind is keyof typeof sentences {
  return Object.hasOwn(sentences, kind);
}

/** The reason in words, where it is one of a list, and what the operator wrote. */
function useSayWhy(): (row: ActionView) => SaidAction['why'] {
  const { i18n } = useLingui();
  return (row) => {
    const details = readDetails(row);
    const note = textOf(details, 'note') || textOf(details, 'text') || nameOfKey(details);
    const reason = textOf(details, 'reason');
    const list = reasonLists[row.kind] ?? {};
    const named = Object.hasOwn(list, reason) ? list[reason] : undefined;
    if (named !== undefined) return { reason: i18n._(named), written: note };
    const rejected = readRejection(reason);
    return {
      reason: rejected.name === undefined ? '' : i18n._(rejected.name),
      written: [rejected.note, note].filter((part) => part !== '').join('. '),
    };
  };
}

/** Of actions whose reason is one of a list, the list. */
const reasonLists: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  'person-frozen': freezeReasons,
  'person-revealed': revealReasons,
  'entry-rejected': entryReasons,
  'decision-refused': refusedReasons,
};

/** What an operator calls the key that a row is about. */
function nameOfKey({ key }: Readonly<Record<string, unknown>>): string {
  return typeof key === 'object' && key !== null ? textOf({ ...key }, 'name') : '';
}
