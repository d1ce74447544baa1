/** What a typed receiver is read as. A Tron address has no `@` and begins with a letter. */
export function receiverKind(typed: string): 'phone' | 'email' | 'username' | 'address' {
  if (typed.startsWith('@')) return 'username';
  if (typed.includes('@')) return 'email';
  return /^[+(]?[\d\s().\-/]{1,30}$/.test(typed) ? 'phone' : 'address';
}
