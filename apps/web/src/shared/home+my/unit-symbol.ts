import type { InstallationView } from '@tern/contracts/routes/installation';

/** How a currency unit is written: as the symbol of its asset, or as the code of its currency. */
export function unitSymbol(installation: InstallationView, unit: string): string {
  return installation.assets.find(({ id }) => id === unit)?.symbol ?? unit.toUpperCase();
}
