/** Under this name the storage of the device has whether balances are hidden. Apart, since the login page needs no more of it. */
export const hiddenBalancesKey = 'hide-balances';
