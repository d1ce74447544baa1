import { units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../attempt.ts';
import { checksOf, type Changes, type OrderWorld } from './order-world.ts';

/** Somebody else. */
const eve = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' as TronAddress;
const another = units(1_000_001n);

/** What a signer that is not ours any more would sign in place of what it is asked: for somebody else, or of another amount. */
function otherThan(question: Question): Question {
  const orderId = `${question.orderId.startsWith('f') ? 'e' : 'f'}${question.orderId.slice(1)}`;
  if ('payment' in question) return { ...question, orderId, payment: { ...question.payment, to: eve } };
  const { action } = question;
  if ('amountSun' in action) return { ...question, orderId, action: { ...action, amountSun: another } };
  if (!('move' in action)) throw new Error(`no other amount of ${action.kind}`);
  const { move } = action;
  const other = move.kind === 'trx' ? { ...move, amountSun: another } : { ...move, amount: another };
  return { ...question, orderId, action: { ...action, move: other } };
}

// Goal: bytes that do something else than was ordered are stored nowhere and reach no node, however well they are signed. Method: the
// real signer, asked for something else than the worker asks of it.
export function describeOtherBytes<Order>(kind: string, open: () => Promise<OrderWorld<Order>>): void {
  describe(kind, () => {
    let world: OrderWorld<Order>;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    test('M28 bytes that pay somebody else than ordered are never handed out', async () => {
      const { states, expectDone } = checksOf(() => world);
      const order = await world.make();
      let signed = 0;
      const lying: Changes = {
        around: async (question, _ask, askFor) => {
          const answer = await askFor(otherThan(question));
          signed += 1;
          return answer;
        },
      };
      await world.tick(lying);
      await world.tick(lying);
      // It was looked at once: after that it waits for an operator.
      expect(signed).toBe(1);
      expect(await world.attentionOf(order)).toBe('the signer returned other bytes than ordered');
      expect(await states(order)).toEqual(['asked']);
      expect(world.chain.info().pending).toBe(0);
      await world.resume(order);
      await expectDone(order);
    });
  });
}
