import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** First words of the query keys; the live events name what to read again by them. */
export const queryTopics = {
  installation: 'installation',
  account: 'account',
  agreements: 'agreements',
  sessions: 'sessions',
  wallets: 'wallets',
  overview: 'overview',
  receive: 'receive',
  messages: 'messages',
  message: 'message',
  unread: 'unread',
  records: 'records',
  record: 'record',
  recordInfo: 'record-info',
  transferOptions: 'transfer-options',
  addressReport: 'address-report',
  preferences: 'preferences',
  profile: 'profile',
  closing: 'closing',
  currencies: 'currencies',
  status: 'status',
  complaints: 'complaints',
  addressBook: 'address-book',
  activationPrompt: 'activation-prompt',
  worth: 'worth',
  assetSettings: 'asset-settings',
  priceHistory: 'price-history',
  priceAlerts: 'price-alerts',
  swapOptions: 'swap-options',
  swaps: 'swaps',
  swap: 'swap',
  pool: 'pool',
  distributions: 'distributions',
  activities: 'activities',
  activity: 'activity',
  sites: 'sites',
} as const;

// Both go without the query's signal: a page that leaves must not break off what the next one is already waiting for.

/** Names, network, assets and terms: they change only when the installation does. */
export const installationQuery = queryOptions({
  queryKey: [queryTopics.installation],
  queryFn: () => api.installation.installation({}),
  staleTime: Infinity,
});

export const accountQuery = queryOptions({
  queryKey: [queryTopics.account],
  queryFn: () => api.identity.account({}),
});
