/** Under this name the device notes that somebody logs out, until the server has ended their session. */
export const pendingLogoutKey = 'logout';

export const isLogoutPending = (): boolean => localStorage.getItem(pendingLogoutKey) !== null;
