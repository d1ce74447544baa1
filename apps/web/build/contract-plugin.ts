import { minifyContractRouter } from '@orpc/contract';
import { contract } from '@tern/contracts/contract';
import { routeText, type Route } from './route-text.ts';
import { virtualJsonPlugin } from './virtual-json-plugin.ts';

/** They answer with a file: who wants one goes to its address, and the app itself never calls them. */
const files: readonly string[] = ['distributionFile', 'snapshotChunk'];

/** Of a procedure its route alone: the client needs no more, and the schema library stays out of the bundle. */
function routeOf(key: string, value: unknown): unknown {
  if (files.includes(key)) return undefined;
  return isProcedure(value) ? routeText(value['~orpc'].route) : value;
}

function isProcedure(value: unknown): value is { readonly '~orpc': { readonly route: Route } } {
  return typeof value === 'object' && value !== null && '~orpc' in value;
}

/** Methods and paths of the API, by the names the contract gives them. */
export function contractPlugin() {
  return virtualJsonPlugin('virtual:contract', () =>
    JSON.parse(JSON.stringify(minifyContractRouter(contract), routeOf)),
  );
}
