import { createORPCClient, type ClientContext, type ClientLink } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import type { Contract } from '@tern/contracts/contract';
import contract from 'virtual:contract';
import { withAgreement } from './agreement-request.ts';
import { httpLink } from './http-link.ts';
import { isLogoutPending } from './pending-logout-key.ts';

/** Asks just what it is given. */
export const link = httpLink(contract, `${location.origin}/api`);

/** The whole API, typed from the contract. Failures are `ORPCError`s with a code of the problem catalogue, or network errors. */
export const api: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(asking());

/**
 * Asks for a newer agreement where a call waits for it; accepting itself is told when it came too late. Where somebody logged out
 * without a connection, their session ends before anything else is asked.
 */
function asking(): ClientLink<ClientContext> {
  return {
    call: async (path, input, options) => {
      if (isLogoutPending()) await (await import('./finish-logout.ts')).finishLogout(link);
      const call = () => link.call(path, input, options);
      return path[0] === 'agreements' ? call() : withAgreement(call);
    },
  };
}
