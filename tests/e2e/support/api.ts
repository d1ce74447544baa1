import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { APIRequestContext } from '@playwright/test';
import { contract, type Contract } from '@tern/contracts/contract';
import { walletUrl } from '../installation.ts';

export type Api = JsonifiedClient<ContractRouterClient<Contract>>;

/** The API as the person of these cookies sees it. Refusals are `ORPCError`s with the problem's code. */
export function openApi(requests: APIRequestContext): Api {
  const link = new OpenAPILink(contract, {
    url: `${walletUrl}/api`,
    fetch: async (request) => {
      const body = Buffer.from(await request.arrayBuffer());
      const answer = await requests.fetch(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(body.length > 0 ? { data: body } : {}),
      });
      // As a list: of several cookies each is a header of its own.
      const headers = answer.headersArray().map(({ name, value }): [string, string] => [name, value]);
      return new Response(new Uint8Array(await answer.body()), { status: answer.status(), headers });
    },
  });
  return createORPCClient(link);
}
