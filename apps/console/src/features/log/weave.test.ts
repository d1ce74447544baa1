import { expect, test } from 'vitest';
import { placeOf, weave } from './weave.ts';

test('a sentence is taken apart where its parts stand, in whatever order a language has them', () => {
  expect(weave(`${placeOf('who')} froze person ${placeOf('about')}`)).toEqual([
    { part: 'who' },
    { text: ' froze person ' },
    { part: 'about' },
  ]);
  expect(weave(`The session of ${placeOf('who')} was ended`)).toEqual([
    { text: 'The session of ' },
    { part: 'who' },
    { text: ' was ended' },
  ]);
  expect(weave('Nobody did anything')).toEqual([{ text: 'Nobody did anything' }]);
});
