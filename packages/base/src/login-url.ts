/**
 * The address of a database with a login. One that leads to a socket (`?host=/folder`) has no host that a login could stand
 * before: there it is in the query, where the driver reads it too. Pure.
 */
export function withLogin(address: string, user: string, password: string): string {
  const url = new URL(withoutLogin(address));
  if (url.hostname === '') {
    url.searchParams.set('user', user);
    url.searchParams.set('password', password);
  } else {
    url.username = user;
    url.password = password;
  }
  return url.href;
}

/** The same address and user with this password. Pure. */
export function withPassword(address: string, password: string): string {
  const url = new URL(address);
  const user = url.searchParams.get('user') ?? decodeURIComponent(url.username);
  return withLogin(address, user, password);
}

/** The same address with nobody's login. Pure. */
export function withoutLogin(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const name of ['user', 'password']) url.searchParams.delete(name);
  return url.href;
}

/** Whether an address says as whom to log in. Pure. */
export function hasLogin(address: string): boolean {
  const url = new URL(address);
  return url.username !== '' || url.searchParams.has('user');
}

/** Whether an address has a password in it. Pure. */
export function hasPassword(address: string): boolean {
  const url = new URL(address);
  return url.password !== '' || url.searchParams.has('password');
}

/** Whether an address says as whom to log in, and not with which password. Pure. */
export function lacksPassword(address: string): boolean {
  return hasLogin(address) && !hasPassword(address);
}
