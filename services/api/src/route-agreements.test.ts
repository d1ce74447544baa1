import { contract } from '@tern/contracts/contract';
import { expect, test } from 'vitest';
import { routeAgreements } from './route-agreements.ts';
import { listRoutes } from './testing/list-routes.ts';

type Described = { readonly '~orpc': { readonly errorMap: object } };

const slices = contract as unknown as Record<string, Record<string, Described>>;
const declares = (name: string): boolean => {
  const [slice = '', route = ''] = name.split('.');
  return Object.hasOwn(slices[slice]?.[route]?.['~orpc'].errorMap ?? {}, 'AGREEMENT_REQUIRED');
};
const routes = listRoutes().map((route) => ({ ...route, side: routeAgreements[route.name] }));

test('H19 every route of the contract stands on one side, and no other name does', () => {
  expect(Object.keys(routeAgreements).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

test('H19 whatever is read is read without accepting, and nobody is asked before signing in', () => {
  for (const { name, method, access, side } of routes) {
    if (method === 'GET') expect([name, side]).toEqual([name, 'reading']);
    if (access === 'public') expect([name, side]).not.toEqual([name, 'waits']);
  }
});

test('H19 a route declares that it waits, and only those that wait do; accepting is told when it came too late', () => {
  for (const { name, side } of routes)
    expect([name, declares(name)]).toEqual([name, side === 'waits' || side === 'accepting']);
});

test('H19 no way out waits: sending, the addresses it needs, security, closing, export, and every change that takes something back', () => {
  const waiting = routes.filter(({ side }) => side === 'waits').map(({ name }) => name);
  for (const name of waiting) {
    expect(name).not.toMatch(
      /^(transfers|addressBook|identity|protection|closing|deposits|push|messages|agreements)\./,
    );
    expect(name).not.toMatch(/\.(cancel|close|remove|stop|end|unsubscribe|logout|recover)/);
  }
  expect(waiting).toEqual([
    'wallets.createWallet',
    'wallets.changeWallet',
    'wallets.chooseDefaultWallet',
    'wallets.orderWallets',
    'swaps.createQuote',
    'swaps.executeSwap',
    'activities.submitEntry',
    'activities.claimReward',
    'home.setAssetSettings',
    'priceAlerts.addPriceAlert',
    'priceAlerts.resetPriceAlert',
    'walletConnections.openConnection',
    'walletConnections.approveConnection',
    'walletConnections.signMessage',
    'preferences.declareCountry',
    'profile.saveProfile',
    'development.faucet',
  ]);
});
