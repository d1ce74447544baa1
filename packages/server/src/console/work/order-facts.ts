import type { DecisionFacts } from '@tern/contracts/decision';
import type { HouseAccounts } from '@tern/tron/signer-protocol';
import type { OrderContent, OrderReview } from '../../house/treasury/public.ts';

/** What stands where the signer has not said yet where something goes; such an order is not signed. */
const unknown = 'unknown';

/**
 * Where an order of the house takes its money, or whom it gives an account to. Addresses that only the signer knows are those
 * it named last. Pure.
 */
export function partiesOf(content: OrderContent, accounts: HouseAccounts | undefined): DecisionFacts['about'] {
  switch (content.kind) {
    case 'cold':
      return [{ as: 'receiver', name: accounts?.cold ?? unknown }];
    case 'return':
      return [{ as: 'receiver', name: content.to }];
    case 'sweep':
      return [
        { as: 'receiver', name: accounts?.hot ?? unknown },
        { as: 'account', name: content.place.address },
      ];
    case 'top-up':
    case 'delegate':
    case 'undelegate':
      return [{ as: 'receiver', name: content.place.address }];
    case 'fund':
    case 'anchor':
    case 'stake':
    case 'unstake':
    case 'withdraw-unstaked':
      return [{ as: 'receiver', name: accounts?.fee ?? unknown }];
    case 'restrict': {
      const account = { as: 'account', name: accounts?.[content.account] ?? content.account } as const;
      const owners = accounts?.owners?.addresses ?? [];
      const [first = unknown, ...others] = owners;
      return [{ as: 'receiver', name: first }, ...others.map((name) => ({ as: 'receiver' as const, name })), account];
    }
  }
}

/**
 * Who brought an order about. What is for cold storage the worker proposes by itself; the other proposals are an operator's,
 * who approved them by proposing. Pure.
 */
export function authorOf(
  { kind }: OrderContent,
  reviews: readonly OrderReview[],
  nameOf: (id: string) => string,
): DecisionFacts['author'] {
  const [first] = reviews;
  const isOperators = kind === 'unstake' || kind === 'restrict';
  return isOperators && first !== undefined ? { by: 'operator', name: nameOf(first.operatorId) } : { by: 'system' };
}
