const shape = /^@[a-z][a-z0-9_]{3,19}$/;

/** A username in its one form, `@` and lower case; undefined where nobody can have it. */
export function usernameIn(typed: string): string | undefined {
  const bare = typed.normalize('NFKC').trim().toLowerCase();
  const username = bare.startsWith('@') ? bare : `@${bare}`;
  return shape.test(username) ? username : undefined;
}
