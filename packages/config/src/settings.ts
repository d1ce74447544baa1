import { connectionSettings } from './settings/connections.ts';
import { identitySettings } from './settings/identity.ts';
import { installationSettings } from './settings/installation.ts';
import { limitSettings } from './settings/limits.ts';
import { messageSettings } from './settings/messages.ts';
import { networkSettings } from './settings/network.ts';
import { pictureSettings } from './settings/pictures.ts';
import { processSettings } from './settings/processes.ts';
import { screeningSettings } from './settings/screening.ts';
import { signerSettings } from './settings/signer.ts';
import { supportSettings } from './settings/support.ts';
import { swapSettings } from './settings/swaps.ts';
import { treasurySettings } from './settings/treasury.ts';

/** Every setting of an installation, grouped as `.env.example` shows them. Nothing else is read from the environment. */
export const settingGroups = {
  Installation: installationSettings,
  'Tron network': networkSettings,
  'Processes and ports': processSettings,
  'Mail and text messages': messageSettings,
  'Wallet connections': connectionSettings,
  'Help and complaints': supportSettings,
  'Logging in': identitySettings,
  'Amounts and limits': limitSettings,
  Screening: screeningSettings,
  'Prices, swaps and rewards': swapSettings,
  Pictures: pictureSettings,
  Treasury: treasurySettings,
  Signer: signerSettings,
} as const;

export const settings = {
  ...installationSettings,
  ...networkSettings,
  ...processSettings,
  ...messageSettings,
  ...connectionSettings,
  ...supportSettings,
  ...identitySettings,
  ...limitSettings,
  ...screeningSettings,
  ...swapSettings,
  ...pictureSettings,
  ...treasurySettings,
  ...signerSettings,
} as const;

export type SettingName = keyof typeof settings;
