import { minifyContractRouter } from '@orpc/contract';
import { contract } from '@tern/contracts/contract';
import { virtualJsonPlugin } from './virtual-json-plugin.ts';

/** Only documentation needs these. */
const left: readonly string[] = ['summary', 'tags'];

/** Of a procedure its route alone: the client needs no more, and the schema library stays out of the bundle. POST goes without saying. */
function routeOf(key: string, value: unknown): unknown {
  if (left.includes(key) || (key === 'method' && value === 'POST')) return undefined;
  return isProcedure(value) ? value['~orpc'].route : value;
}

function isProcedure(value: unknown): value is { readonly '~orpc': { readonly route: unknown } } {
  return typeof value === 'object' && value !== null && '~orpc' in value;
}

/** Methods and paths of the API, by the names the contract gives them. */
export function contractPlugin() {
  return virtualJsonPlugin('virtual:contract', () =>
    JSON.parse(JSON.stringify(minifyContractRouter(contract), routeOf)),
  );
}
