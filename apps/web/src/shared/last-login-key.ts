/** Under this name the login page remembers who logged in last. */
export const lastLoginKey = 'last-login';
