import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suspenseReasons, urgencyOf } from '@tern/server/money/deposits/public';
import { expect, test } from 'vitest';

// Goal: an operator reads words, never a code of the server, and no two values run into each other. Method: the lists of codes
// against the lists of words, of which the compiler sees only those with a type; and the console's pages as they are written.

const folder = new URL('../apps/console/src/', import.meta.url).pathname;
const sources = globSync('**/*.tsx', { cwd: folder }).map((file) => ({
  file,
  source: readFileSync(join(folder, file), 'utf8'),
}));

function keysOf(file: string, list: string): readonly string[] {
  const source = readFileSync(join(folder, file), 'utf8');
  const [, body = ''] = new RegExp(`const ${list}(?:: [^=]+)? = \\{([^]*?)\\n\\}`).exec(source) ?? [];
  return [...body.matchAll(/^ {2}'?([a-z0-9][a-z0-9-]*)'?: msg/gm)].map(([, key = '']) => key);
}

test('every reason of a deposit in suspense or in quarantine has its words', () => {
  const words = keysOf('shared/flow-codes.ts', 'arrivalReasons');
  expect(words.toSorted()).toEqual([...suspenseReasons, ...Object.keys(urgencyOf)].toSorted());
});

test('everything that an order of the treasury waits for has its words', () => {
  const planned = ['house/treasury', 'chain/orders'].flatMap((slice) =>
    globSync(`packages/server/src/${slice}/*.ts`, { cwd: join(folder, '../../..') })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(join(folder, '../../..', file), 'utf8').matchAll(/waitingFor: '([a-z-]+)'/g)])
      .map(([, wait = '']) => wait),
  );
  expect(planned.length).toBeGreaterThan(5);
  const words = keysOf('shared/flow-codes.ts', 'orderWaits');
  for (const wait of planned) expect(words).toContain(wait);
});

/** What somebody wrote in their own words, by the page that shows it. */
const freeTexts = [
  'features/complaints/complaints-page.tsx: each.subject',
  'features/flows/flows-page.tsx: stopped.reason',
  'features/work/quarantine-page.tsx: item.subject',
  // An address.
  'features/transactions/transaction-facts.tsx: found.subject',
  // The code itself, below its words; and what was read as words already.
  'features/log/action-sentence.tsx: row.kind',
  'features/log/action-sentence.tsx: row.subject',
  'features/log/action-sentence.tsx: why.reason',
  'features/log/log-filters.tsx: filter.subject',
];

/** The same where a page has taken it out of its object. */
const takenFreeTexts = [
  // Words already.
  'features/people/person-status.tsx: reason',
  // A network, and addresses or ids.
  'features/people/devices-tab.tsx: place',
  'features/work/quarantine-page.tsx: subject',
  'features/webhooks/deliveries.tsx: subject',
  'features/webhooks/delivery-page.tsx: subject',
  'features/log/log-page.tsx: subject',
  // The name that the receiving system knows an event by, and the number that it answered with.
  'features/webhooks/deliveries.tsx: type',
  'features/webhooks/delivery-page.tsx: type',
  'features/webhooks/delivery-page.tsx: status',
  // A sentence of the page that is loading.
  'shared/case-pending.tsx: kind',
];

test('no page shows a reason, a state or a kind as the server says it', () => {
  const shown = sources.flatMap(({ file, source }) =>
    [
      ...source.matchAll(
        />[^<>={}]*\{(?!i18n)([a-zA-Z]+(?:\.[a-zA-Z]+)*\.(?:reason|state|status|kind|type|event|cause|subject|waitingFor|decision))\}/g,
      ),
    ].map(([, value = '']) => `${file}: ${value}`),
  );
  expect(shown.filter((each) => !freeTexts.includes(each))).toEqual([]);
});

/** Names under which a page takes a code out of what the server says. */
const codes = '(?:reason|state|status|kind|type|event|cause|subject|waitingFor|decision|account|place|outcome)';

/** Where a code that was taken out of its object stands as it is: as a cell of a table, or between two tags. */
function bareCodes(source: string): readonly string[] {
  const cell = new RegExp(
    `cell: \\(\\{[^{}()]*\\b(${codes})\\b[^{}()]*\\}\\) =>\\s*\\(?\\s*\\1\\b(?=\\s*[,;)}]| \\?\\?)`,
    'g',
  );
  const child = new RegExp(`[>}][^<>={}()]*\\{(${codes})(?: \\?\\? [^{}]+)?\\}[^<>={}()]*<`, 'g');
  return [...source.matchAll(cell), ...source.matchAll(child)].map(([, code = '']) => code);
}

test('no page shows a code that it took out of what the server says', () => {
  expect(bareCodes(`cell: ({ subject }) => subject },`)).toEqual(['subject']);
  expect(bareCodes(`cell: ({ id, reason }) => reason,`)).toEqual(['reason']);
  expect(bareCodes(`<span className="mono">{account}</span>`)).toEqual(['account']);
  expect(bareCodes(`cell: ({ kind }) => nameOf(kind), key: ({ place }) => place.id`)).toEqual([]);
  const shown = sources.flatMap(({ file, source }) => bareCodes(source).map((code) => `${file}: ${code}`));
  expect(shown.filter((each) => !takenFreeTexts.includes(each))).toEqual([]);
});

test('no two values touch: between elements of one line there is a space', () => {
  const inline = '(?:span|bdi|strong|small|b|Link|Chip|a|code|time|em)';
  const touching = new RegExp(`(</${inline}>|<(?:Chip|bdi)[^>]*/>)(?:\\s*\\n\\s*)?(<${inline}[\\s>])`, 'g');
  const found = sources.flatMap(({ file, source }) =>
    [...source.matchAll(touching)].map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`),
  );
  expect(found).toEqual([]);
});
