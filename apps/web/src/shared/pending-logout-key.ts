/** Under this name the device notes that somebody logged out while nobody answered, so that their session is still to be ended. */
export const pendingLogoutKey = 'logout';

export const isLogoutPending = (): boolean => localStorage.getItem(pendingLogoutKey) !== null;
