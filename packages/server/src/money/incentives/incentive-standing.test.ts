import { expect, test } from 'vitest';
import { normalizeContact, phoneCountriesOf } from '../../people/accounts/contact.ts';
import { decideStanding, isGiven, isOffered, needsCountry } from './incentive-standing.ts';

// The rule by which all offers are decided, over all it can depend on.

const closedCountries = ['GB', 'US'];
const phoneOf = (areaCode: string, number: string) =>
  phoneCountriesOf(normalizeContact({ kind: 'phone', areaCode, number }));
const english = phoneOf('44', '7700900123');
const german = phoneOf('49', '15112345678');

test.each([
  [undefined, [], 'undeclared', { given: false, offered: true, asked: true }],
  [undefined, german, 'undeclared', { given: false, offered: true, asked: true }],
  [undefined, english, 'asked-first', { given: false, offered: false, asked: true }],
  ['DE', [], 'open', { given: true, offered: true, asked: false }],
  ['DE', german, 'open', { given: true, offered: true, asked: false }],
  ['DE', english, 'differs', { given: true, offered: true, asked: false }],
  ['DE', [...german, ...english], 'differs', { given: true, offered: true, asked: false }],
  ['GB', [], 'closed', { given: false, offered: false, asked: false }],
  ['GB', german, 'closed', { given: false, offered: false, asked: false }],
  ['GB', english, 'closed', { given: false, offered: false, asked: false }],
] as const)('H20 declared %s with a phone of %j: %s', (declared, phones, standing, { given, offered, asked }) => {
  const found = decideStanding({ declared, phones, closedCountries });
  expect(found).toBe(standing);
  expect([isGiven(found), isOffered(found), needsCountry(found)]).toEqual([given, offered, asked]);
});

test('H20 a number is of its country, and of all of its area code where it does not tell', () => {
  expect(phoneOf('44', '7700900123')).toContain('GB');
  expect(phoneOf('49', '15112345678')).toEqual(['DE']);
  expect(phoneOf('1', '2025550123')).toContain('US');
  expect(phoneCountriesOf(normalizeContact({ kind: 'email', email: 'anna@example.org' }))).toEqual([]);
});
