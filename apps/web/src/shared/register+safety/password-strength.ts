/** How hard a password is to guess by its looks: 0 too short, 1 weak, 2 fair, 3 strong. The server also knows leaked ones. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  const length = Array.from(password).length;
  if (length < 8) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (different < 5) return 1;
  if (length >= 16 || (length >= 12 && kinds >= 3)) return 3;
  return length >= 12 || kinds >= 3 ? 2 : 1;
}
