import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundledRates } from './bundled-rates.ts';
import { dollarPrices, parseDailyRates } from './currency-rates.ts';

const cube = (currency: string, rate: string) => `<Cube currency='${currency}' rate='${rate}'/>`;
const document = (inside: string, day = '2026-05-01') => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='${day}'>${inside}</Cube></Cube>
</gesmes:Envelope>`;

test('reads the day and every currency, with either kind of quotation mark', () => {
  const text = document(`${cube('USD', '1.1')}\n<Cube currency="JPY" rate="176.99" />`);
  expect(parseDailyRates(text)).toEqual({
    day: '2026-05-01',
    perEuro: new Map([
      ['USD', '1.1'],
      ['JPY', '176.99'],
    ]),
  });
});

test.each([
  ['a page of errors', '<html>Service unavailable</html>'],
  ['no day', '<Cube><Cube currency="USD" rate="1.1"/></Cube>'],
  ['two days', document(cube('USD', '1.1')) + document(cube('USD', '1.2'), '2026-05-02')],
  ['a day there is not', document(cube('USD', '1.1'), '2026-13-41')],
  ['no dollar', document(cube('JPY', '170'))],
  ['a currency twice', document(cube('USD', '1.1') + cube('USD', '1.2'))],
  ['a currency in small letters', document(cube('USD', '1.1') + cube('jpy', '170'))],
  ['a rate of nothing', document(cube('USD', '0.00'))],
  ['a negative rate', document(cube('USD', '-1.1'))],
  ['an exponent', document(cube('USD', '1e2'))],
  ['a separator', document(cube('USD', '1,1'))],
])('refuses %s', (_, text) => {
  expect(() => parseDailyRates(text)).toThrow();
});

test('whatever text comes, it is read or refused, and never slow', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400, unit: fc.constantFrom('<', 'Cube ', "time='", 'rate', '=', "'", '1', '>') }),
      (text) => {
        expect(() => parseDailyRates(text)).toThrow();
      },
    ),
  );
});

test('prices are what a euro costs in dollars over what it costs in the currency', () => {
  const prices = new Map(dollarPrices(bundledRates));
  expect(prices.size).toBe(31);
  expect(prices.get('EUR')).toBe('1.0705');
  expect(prices.get('USD')).toBe('1');
  expect(prices.get('JPY')?.slice(0, 12)).toBe('0.0062260090');
  expect([...prices.keys()].slice(0, 4)).toEqual(['EUR', 'USD', 'AUD', 'BGN']);
});
