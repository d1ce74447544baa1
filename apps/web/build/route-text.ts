/** What a call needs of a route of the contract. */
export type Route = {
  readonly method: string;
  readonly path: string;
  readonly inputStructure?: 'compact' | 'detailed';
};

/**
 * A route as the app carries it, for every page loads all of them: `GET /records`. POST, which most have, is left out, and `!`
 * stands before what takes its input in parts: `!/transfers/drafts/{draftId}/confirm`. `src/shared/http-link.ts` reads it.
 */
export function routeText({ method, path, inputStructure }: Route): string {
  return `${inputStructure === 'detailed' ? '!' : ''}${method === 'POST' ? '' : `${method} `}${path}`;
}
