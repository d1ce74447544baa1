const kept = 'chosen-node';

/** The address as it is asked, with a slash at its end; undefined where it is none of a node that the device may ask. */
export function readNodeAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname, username, password, search, hash } = new URL(address);
  if (protocol !== 'https:' || username + password + search + hash !== '' || !host.includes('.')) return undefined;
  return `https://${host}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
}

/** The node that was asked last on this device; empty before. */
export function readChosenNode(): string {
  return localStorage.getItem(kept) ?? '';
}

export function storeChosenNode(url: string): void {
  localStorage.setItem(kept, url);
}
