import { allScenes } from './all-scenes.ts';

const wide = [
  'home',
  'records',
  'record-received',
  'records-period',
  'messages',
  'message',
  'activities',
  'my',
  'settings',
  'profile',
  'transfer-inside',
  'transfer-verify',
  'receive',
  'reward',
  'swap-quote',
  'scan',
  'check',
  'sites',
  'connect',
  'request-text-gap',
  'login',
  'logging-out',
];

/** Scenes that are looked at on tablets and desks too. */
export const wideScenes = allScenes.filter(({ name }) => wide.includes(name));
