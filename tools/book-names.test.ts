import { readFileSync } from 'node:fs';
import { holdKinds, houseCodes, journalKinds, transferCodes } from '@tern/ledger/chart';
import { expect, test } from 'vitest';

// Goal: everything the ledger has a word for has words in the console's room of books. Method: the codes of the chart against the
// keys of the lists, which the console's build alone could load.

const source = readFileSync(new URL('../apps/console/src/shared/book-names.ts', import.meta.url), 'utf8');

function keysOf(list: string): readonly string[] {
  const [, body = ''] = new RegExp(`const ${list}: [^=]+= \\{([^]*?)\\n\\};`).exec(source) ?? [];
  return [...body.matchAll(/^ {2}'?([a-z][a-z:-]*)'?: (?:msg|\[)/gm)].map(([, key = '']) => key).toSorted();
}

test('every class, kind and leg of the ledger has a name in the console, and nothing else has', () => {
  expect(keysOf('classes')).toEqual([...houseCodes, 'customer', 'promotion'].toSorted());
  // What is held of a deposit can only be given back.
  const ends = holdKinds.flatMap((kind) =>
    kind === 'deposit-hold' ? [`${kind}-void`] : ['post', 'void', 'expire'].map((end) => kind.replace(/hold$/, end)),
  );
  expect(keysOf('kinds')).toEqual([...journalKinds, ...holdKinds, ...ends].toSorted());
  expect(keysOf('legs')).toEqual([...transferCodes, 'correction'].toSorted());
});
