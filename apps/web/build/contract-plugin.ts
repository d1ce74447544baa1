import { minifyContractRouter } from '@orpc/contract';
import { contract, type Contract } from '@tern/contracts/contract';
import { routeText, type Route } from './route-text.ts';
import { virtualJsonPlugin } from './virtual-json-plugin.ts';

/** Of a procedure its route alone: the client needs no more, and the schema library stays out of the bundle. */
function routeOf(_key: string, value: unknown): unknown {
  return isProcedure(value) ? routeText(value['~orpc'].route) : value;
}

function isProcedure(value: unknown): value is { readonly '~orpc': { readonly route: Route } } {
  return typeof value === 'object' && value !== null && '~orpc' in value;
}

/** What a page without a session asks for. */
const ofEntry: ReadonlySet<string> = new Set([
  'identity',
  'protection',
  'installation',
  'status',
  'terms',
  'agreements',
] satisfies (keyof Contract)[]);

/** Methods and paths of the API, by the names the contract gives them: those that the login page needs, and the rest. */
export function contractPlugin() {
  const routes = (isWanted: (name: string) => boolean) => (): unknown =>
    JSON.parse(
      JSON.stringify(
        minifyContractRouter(Object.fromEntries(Object.entries(contract).filter(([name]) => isWanted(name)))),
        routeOf,
      ),
    );
  return [
    virtualJsonPlugin(
      'virtual:contract',
      routes((name) => ofEntry.has(name)),
    ),
    virtualJsonPlugin(
      'virtual:contract-inside',
      routes((name) => !ofEntry.has(name)),
    ),
  ];
}
