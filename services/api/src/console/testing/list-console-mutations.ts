import { consoleContract } from '@tern/contracts/console-contract';
import { newKeyQuestionView, questionView } from '@tern/contracts/routes/console-access';
import type { Schema } from '../../testing/fill-with.ts';

type Described = {
  readonly '~orpc': {
    readonly route: { readonly method?: string; readonly path?: string };
    readonly inputSchema?: Schema;
    readonly outputSchema?: unknown;
  };
};

/** What an operator can change at the console, or decide. */
export type ConsoleMutation = {
  /** The route, and of several things it does the one: `reviews.decide approve`. */
  readonly name: string;
  readonly route: string;
  readonly path: string;
  /** Where the words of it are asked for; only of what is signed. */
  readonly question: string | undefined;
};

/** Fields that say which of several things a route does. */
const choices = ['step', 'decision', 'what', 'to', 'kind'];

/** What answers with these asks for something to be signed or made, and changes nothing. */
const asks: readonly unknown[] = [questionView, newKeyQuestionView];

/** Every route that is neither read nor a question, once for each thing it does. A signed one stands behind its question. */
export function listConsoleMutations(): readonly ConsoleMutation[] {
  const areas = Object.entries(consoleContract as unknown as Record<string, Record<string, Described>>);
  return areas.flatMap(([area, slice]) => {
    const routes = Object.entries(slice);
    return routes.flatMap(([name, described], at) => {
      const { route, inputSchema, outputSchema } = described['~orpc'];
      if (route.method === 'GET' || asks.includes(outputSchema)) return [];
      const said = inputSchema?.def.shape?.['said'];
      const before = routes[at - 1]?.[1]['~orpc'];
      const question = said === undefined ? undefined : before?.route.path;
      const whole = { route: `${area}.${name}`, path: route.path ?? '', question };
      return namesOf(said ?? inputSchema).map((choice) => ({ ...whole, name: `${area}.${name} ${choice}`.trim() }));
    });
  });
}

/** What tells the things apart that a body can ask for; one empty name where it asks for one thing only. */
function namesOf(schema: Schema | undefined): readonly string[] {
  const def = schema?.def;
  if (def?.type === 'union') return (def.options ?? []).flatMap(namesOf);
  const shape = def?.shape ?? {};
  for (const choice of choices) {
    const field = shape[choice]?.def;
    if (field?.type === 'literal') return (field.values ?? []).map(String);
    if (field?.type === 'enum') return Object.values(field.entries ?? {});
  }
  return shape['content'] === undefined ? [''] : namesOf(shape['content']);
}
