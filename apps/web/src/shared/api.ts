import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import type { Contract } from '@tern/contracts/contract';
import contract from 'virtual:contract';
import { httpLink } from './http-link.ts';

/** The whole API, typed from the contract. Failures are `ORPCError`s with a code of the problem catalogue, or network errors. */
export const api: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(
  httpLink(contract, `${location.origin}/api`),
);
