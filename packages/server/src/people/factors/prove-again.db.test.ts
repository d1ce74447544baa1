import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, openIdentityWorld, type IdentityWorld } from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { proveAgain } from './prove-again.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.database.drop());

test('A18 one session has its right password hashed sixty times an hour, however often it gives a wrong code with it', async () => {
  const session = await world.registerPerson();
  const again = () =>
    outcome(
      proveAgain(world.deps, {
        session,
        loginPassword: goodPassword,
        challengeId: randomUUID(),
        code: '123456',
        purpose: 'set-word',
      }),
    );
  const answers: string[] = [];
  for (let at = 0; at < 62; at += 1) answers.push(await again());
  expect(answers.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(60);
  expect(answers.slice(60)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  world.clock.advance(3_600_000);
  expect(await again()).toBe('CODE_WRONG');
});
