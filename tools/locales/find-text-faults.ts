import { readShape, type TextShape } from './icu.ts';
import { readNumbers } from './read-numbers.ts';

export type CheckedText = {
  readonly locale: string;
  readonly source: string;
  readonly text: string;
};

/** What is wrong with one translation, whoever wrote it: a person would see a hole, a wrong number, or somebody else's markup. */
export function findTextFaults({ locale, source, text }: CheckedText): readonly string[] {
  let shape: TextShape;
  try {
    shape = readShape(text);
  } catch (error) {
    return [error instanceof Error ? error.message : 'cannot be read'];
  }
  const wanted = readShape(source);
  return [
    ...differences('{', '}', wanted.names, shape.names),
    ...differences('<', '>', wanted.tags, shape.tags),
    ...findChoiceFaults(locale, wanted, shape),
    // Periods, limits and prices are promises; a number that English writes as a word may be a digit elsewhere.
    ...without(readNumbers(source), readNumbers(text)).map((number) => `the number ${number} is missing`),
    // Zero-width joiners belong to the spelling of Persian and Indic scripts; whatever turns directions does not.
    ...(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text) ? ['a control character'] : []),
    ...(text === text.trim() ? [] : ['a space at the edge']),
  ];
}

function differences(
  before: string,
  after: string,
  wanted: ReadonlySet<string>,
  found: ReadonlySet<string>,
): readonly string[] {
  return [
    ...without(wanted, found).map((name) => `${before}${name}${after} is missing`),
    ...without(found, wanted).map((name) => `${before}${name}${after} is not in the source`),
  ];
}

function without(all: ReadonlySet<string>, some: ReadonlySet<string>): readonly string[] {
  return [...all].filter((name) => !some.has(name));
}

function findChoiceFaults(locale: string, wanted: TextShape, found: TextShape): readonly string[] {
  return [
    ...wanted.choices
      .filter(({ name }) => !found.choices.some((choice) => choice.name === name))
      .map(({ name, kind }) => `the ${kind} of {${name}} is missing`),
    ...found.choices.flatMap(({ name, kind, cases }) => {
      if (kind === 'select') {
        const source = wanted.choices.find((choice) => choice.name === name)?.cases ?? [];
        return differences('case ', '', new Set(source), new Set(cases));
      }
      const { needed, possible } = pluralCategories(locale, kind);
      const named = new Set(cases.filter((name) => !name.startsWith('=')));
      return [
        ...without(needed, named).map((category) => `{${name}} has no case "${category}"`),
        ...without(named, possible).map((category) => `{${name}}: ${locale} knows no "${category}"`),
      ];
    }),
  ];
}

const countedTo = 200;

/** The categories that numbers a person meets fall into, and all that the language has: "many" of French begins at a million. */
function pluralCategories(locale: string, kind: 'plural' | 'selectordinal') {
  const rules = new Intl.PluralRules(locale, { type: kind === 'plural' ? 'cardinal' : 'ordinal' });
  const counted = Array.from({ length: countedTo + 1 }, (_, number) => rules.select(number));
  return {
    needed: new Set<string>([...counted, 'other']),
    possible: new Set<string>([...rules.resolvedOptions().pluralCategories, 'other']),
  };
}
