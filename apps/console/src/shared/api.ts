import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { consoleContract, type ConsoleContract } from '@tern/contracts/console-contract';

/** The operators' API, typed from its contract. Failures are `ORPCError`s with a code, or network errors. */
export const api: JsonifiedClient<ContractRouterClient<ConsoleContract>> = createORPCClient(
  new OpenAPILink(consoleContract, { url: `${location.origin}/console/api` }),
);
