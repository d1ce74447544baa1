import type { Database } from '@tern/db/database';

/** The product with something that happens once, right before a transaction of it begins. */
export function beforeTransaction<Deps extends { readonly db: Database }>(
  deps: Deps,
  event: () => Promise<unknown>,
): Deps {
  let happened: Promise<unknown> | undefined;
  const { db } = deps;
  const kysely = new Proxy(db.kysely, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      // Private members know their object, not its stand-in.
      if (name !== 'transaction') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
          await (happened ??= event());
          return target.transaction().execute(work);
        },
      });
    },
  });
  return { ...deps, db: { ...db, kysely } satisfies Database };
}
