import metadata from 'libphonenumber-js/min/metadata';
import { virtualJsonPlugin } from './virtual-json-plugin.ts';

/** Region and dial code, for example `DE49`, in one text: a third of the size of pairs. Names and flags are made in the browser from the region. */
export function areaCodesPlugin() {
  return virtualJsonPlugin('virtual:area-codes', () =>
    Object.entries<readonly unknown[]>(metadata.countries)
      .map(([region, [dialCode]]) => region + String(dialCode))
      .join(''),
  );
}
