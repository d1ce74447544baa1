import { expect, test } from 'vitest';
import { chooseSlot, type EarlierTry } from './choose-slot.ts';
import type { ProviderSlot, TryState } from './provider-slot.ts';

const both: readonly ProviderSlot[] = ['sms', 'sms-fallback'];
const tried = (slot: ProviderSlot, state: TryState, ageSeconds = 5): EarlierTry => ({ slot, state, ageSeconds });
const choose = (tries: readonly EarlierTry[], down: readonly ProviderSlot[] = [], slots = both) =>
  chooseSlot(slots, { tries, down: new Set(down) });

test.each<[string, readonly EarlierTry[], readonly ProviderSlot[], readonly ProviderSlot[]]>([
  ['the first provider comes first', [], [], ['sms', 'sms-fallback']],
  ['one that rests comes last', [], ['sms'], ['sms-fallback', 'sms']],
  ['with both resting the order stays', [], ['sms', 'sms-fallback'], ['sms', 'sms-fallback']],
  ['one that did not take it is asked again', [tried('sms', 'not-accepted')], [], ['sms', 'sms-fallback']],
  ['one that did not deliver it is asked no more', [tried('sms', 'undelivered')], [], ['sms-fallback']],
  ['one that refused it is asked no more', [tried('sms', 'refused')], [], ['sms-fallback']],
  ['one that may have it comes last once it is late', [tried('sms', 'unclear', 60)], [], ['sms-fallback', 'sms']],
])('%s', (_, tries, down, slots) => {
  expect(choose(tries, down)).toEqual({ choice: 'try', slots });
});

test('A19 while the first may still deliver in time, the other does not get the message', () => {
  expect(choose([tried('sms', 'unclear', 12.4)])).toEqual({ choice: 'wait', seconds: 48 });
  expect(choose([tried('sms', 'unclear', 59.9)], ['sms'])).toEqual({ choice: 'wait', seconds: 1 });
  // The second one's silence counts as well.
  expect(choose([tried('sms', 'unclear', 80), tried('sms-fallback', 'unclear', 10)])).toEqual({
    choice: 'wait',
    seconds: 50,
  });
});

test('with one provider alone its own rest between tries counts', () => {
  expect(choose([tried('sms', 'unclear', 1)], [], ['sms'])).toEqual({ choice: 'try', slots: ['sms'] });
});

test.each<TryState>(['accepted', 'delivered'])('A19 what a provider has (%s) is sent to nobody else', (state) => {
  expect(choose([tried('sms', state, 500)])).toEqual({ choice: 'there' });
  expect(choose([tried('sms', 'undelivered', 500), tried('sms-fallback', state)])).toEqual({ choice: 'there' });
});

test('it is over once every provider said no', () => {
  expect(choose([tried('sms', 'undelivered'), tried('sms-fallback', 'refused')])).toEqual({ choice: 'over' });
  expect(choose([tried('mail', 'bounced')], [], ['mail'])).toEqual({ choice: 'over' });
});
