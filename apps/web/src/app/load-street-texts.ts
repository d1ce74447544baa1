import { loadTexts } from '../shared/i18n.ts';

/** Loads what the pages of a street say: the one that `file` lies in. */
export async function loadStreetTexts(file: string): Promise<void> {
  const [, street = ''] = /features\/([^/]+)/.exec(file) ?? [];
  await loadTexts(street);
}
