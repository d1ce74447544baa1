import { expect, test } from 'vitest';
import { readTargetState } from './read-target-state.ts';

test('what was typed on the page before is kept, with its kind', () => {
  const email = { kind: 'email', areaCode: undefined, number: '', email: 'ana@example.org' } as const;
  expect(readTargetState({ target: email })).toEqual(email);
  const phone = {
    kind: 'phone',
    areaCode: { region: 'GB', dialCode: '44' },
    number: '7700 900123',
    email: '',
  } as const;
  expect(readTargetState({ target: phone })).toEqual(phone);
});

test.each([
  null,
  undefined,
  {},
  { target: null },
  { target: { kind: 'post', number: '', email: '' } },
  { target: { kind: 'email' } },
])('a state without it is none: %j', (state) => {
  expect(readTargetState(state)).toBeUndefined();
});
