import { i18n, type Messages } from '@lingui/core';

export const languages = [
  { id: 'en', name: 'English' },
  { id: 'zh-Hans', name: '简体中文' },
] as const;
type Language = (typeof languages)[number]['id'];

const catalogues = import.meta.glob<{ messages: Messages }>('../locales/*.po');
const key = 'console-language';

function preferred(): Language {
  const stored = languages.find(({ id }) => id === localStorage.getItem(key));
  if (stored !== undefined) return stored.id;
  return navigator.languages.find((each) => /^(?:zh|en)\b/i.test(each))?.startsWith('zh') ? 'zh-Hans' : 'en';
}

export async function startI18n(): Promise<void> {
  await activate(preferred());
}

export async function chooseLanguage(id: Language): Promise<void> {
  await activate(id);
  localStorage.setItem(key, id);
}

async function activate(id: Language): Promise<void> {
  const read = catalogues[`../locales/${id}.po`];
  if (read === undefined) throw new Error(`no texts for ${id}`);
  i18n.load(id, (await read()).messages);
  i18n.activate(id);
  document.documentElement.lang = id;
}
