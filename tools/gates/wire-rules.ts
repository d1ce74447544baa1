/**
 * Files that write a moment or an amount as text by themselves, each with the reason: what they write is not the answer of a
 * route, or has a form of its own that must stay as it is whatever the wire does.
 */
export const ownForms: Readonly<Record<string, string>> = {
  'packages/server/src/chain/prices/read-prices-at.ts': 'a parameter of a statement',
  'packages/server/src/chain/prices/read-span.ts': 'a parameter of a statement',
  'packages/server/src/console/access/decision-statement.ts': 'the text that an operator signs',
  'packages/server/src/console/activities/activity-views.ts': 'the digest of what an activity publishes',
  'packages/server/src/console/books/statement-lines.ts': 'a moment as people read it, to the second',
  'packages/server/src/console/screening/open-case-place.ts': 'a place in a list',
  'packages/server/src/console/transactions/place.ts': 'a day',
  'packages/server/src/house/invariants/breach.ts': 'a parameter of a statement',
  'packages/server/src/house/invariants/payment-checks.ts': 'the published hash of a draft, written a second time',
  'packages/server/src/house/liabilities/take-snapshot.ts': 'a day',
  'packages/server/src/house/liabilities/write-statement.ts': 'the text that is signed',
  'packages/server/src/house/treasury/return-orders.ts': 'parameters of statements',
  'packages/server/src/money/pool/read-course.ts': 'a moment to the microsecond, which no Date holds',
  'packages/server/src/money/pool/write-distribution-file.ts': 'a published file that anyone can check',
  'packages/server/src/money/pool/write-histories-file.ts': 'a published file that anyone can check',
  'packages/server/src/money/transfers/draft.ts': 'the published hash of a draft',
  'packages/server/src/people/codes/take-sms-budget.ts': 'a day',
  'packages/server/src/people/push/push.ts': 'a moment as people read it, to the minute',
  'packages/server/src/platform/exact-place.ts': 'whether a text is a moment',
  'services/api/src/operator-access.ts': 'the output of a command',
};

const answers = /^(?:packages\/server|services\/api)\/src\/(?!.*(?:\.test\.ts$|\/testing\/|\/test-)).*\.ts$/;

/** A conversion of one field: of a moment anywhere, of an amount but for parameters of statements, which stores write. */
const conversions: readonly { readonly text: RegExp; readonly within: RegExp }[] = [
  { text: /\.(?:toISOString|toJSON)\(\)/, within: /\.ts$/ },
  { text: /\bunitsToWire\(/, within: /^(?!.*-store\.ts$)/ },
];

/** Conversions of single fields among what may become an answer, and exceptions that are none any more. */
export function findOwnConversions(files: readonly string[], read: (file: string) => string): readonly string[] {
  const found = files
    .filter((file) => answers.test(file))
    .flatMap((file) =>
      conversions
        .filter(({ within }) => within.test(file))
        .flatMap(({ text }) =>
          read(file)
            .split('\n')
            .flatMap((line, index) => (text.test(line) ? [{ file, line: index + 1, said: text.exec(line)?.[0] }] : [])),
        ),
    );
  const excepted = new Set(found.map(({ file }) => file));
  return [
    ...found
      .filter(({ file }) => !Object.hasOwn(ownForms, file))
      .map(
        ({ file, line, said }) =>
          `${file}:${line}: ${said}: an answer is turned into wire values once, at its end: toWire (packages/base/src/to-wire.ts)`,
      ),
    ...Object.keys(ownForms)
      .filter((file) => !excepted.has(file))
      .map((file) => `${file}: converts no field by itself, take it out of tools/gates/wire-rules.ts`),
  ];
}
