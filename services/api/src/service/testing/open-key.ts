import type { ServiceKeyId } from '@tern/base/ids';
import type { OperatorBrowser } from '../../console/testing/test-console.ts';

export type KeyWish = {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly addresses?: readonly string[];
  readonly days?: number;
};

let opened = 0;

/** What is asked of two administrators for a key: everything that can be read, from this machine, for 30 days, unless wished otherwise. */
export function keyContent({ name, scopes, addresses, days }: KeyWish = {}) {
  return {
    kind: 'key-open',
    name: name ?? `System ${(opened += 1)}`,
    scopes: scopes ?? ['transactions:read'],
    addresses: addresses ?? ['127.0.0.0/8'],
    days: days ?? 30,
  };
}

const note = 'Asked for by its team';

/** What one administrator proposes and another carries out; the secret where there is one. */
export async function decideByTwo(
  [proposer, second]: readonly [OperatorBrowser, OperatorBrowser],
  content: object,
): Promise<{ readonly id: string; readonly secret: string | null }> {
  const signed = await proposer.sign('/changes/question', { content, note });
  const { id } = (await proposer.post('/changes', signed)).json<{ id: string }>();
  const decision = await second.sign('/changes/decision/question', { id, decision: 'carry-out' });
  return { id, secret: (await second.post('/changes/decision', decision)).json<{ secret: string | null }>().secret };
}

/** A key that two administrators have opened, with its token. */
export async function openKey(
  operators: readonly [OperatorBrowser, OperatorBrowser],
  wish: KeyWish = {},
): Promise<{ readonly id: ServiceKeyId; readonly token: string }> {
  const { id, secret } = await decideByTwo(operators, keyContent(wish));
  return { id: id as ServiceKeyId, token: secret ?? '' };
}
