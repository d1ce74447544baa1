import { expect, test } from 'vitest';
import { findUnclearAnswers } from './clear-answers.ts';

const answers = {
  '200': 40,
  '503 UNAVAILABLE': 3,
  'probe 503 UNAVAILABLE': 2,
  '422 AUTHENTICATOR_CODE_WRONG': 1,
  'no connection': 4,
  'read 0 no connection': 2,
  'probe 502': 1,
  '503': 5,
  'probe no answer in time': 1,
  '500 INTERNAL': 6,
};

test('only the wallet’s own words are clear, and that it did not expect something is none of them', () => {
  expect(findUnclearAnswers(answers, { cutsConnections: false })).toEqual([
    'people were answered 503, 5 times',
    'people were answered no connection, 4 times',
    'people were answered read 0 no connection, 2 times',
    'people were answered probe 502, 1 times',
    'people were answered probe no answer in time, 1 times',
    'people were answered 500 INTERNAL, 6 times',
  ]);
});

test('where a process of the api is killed, connections may end without a word, and nothing else is allowed', () => {
  expect(findUnclearAnswers(answers, { cutsConnections: true })).toEqual([
    'people were answered 500 INTERNAL, 6 times',
  ]);
});
