/** The state of the navigation to the login page: whose page it leads back to, where that is known. */
export function ofOwner(owner: string | undefined): { readonly owner?: string } {
  return owner === undefined ? {} : { owner };
}

/** Where the login leads: what somebody else had in their page's address is theirs, so only the page itself is left. */
export function returnPathFor(wanted: string, state: unknown, personId: string): string {
  const owner = typeof state === 'object' && state !== null && 'owner' in state ? state.owner : undefined;
  if (owner === undefined || owner === personId) return wanted;
  return wanted.replace(/\?.*$/, '');
}
