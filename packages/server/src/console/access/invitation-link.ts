import type { ConsoleSettings } from './console-settings.ts';

/** The address that enrols whoever holds the token; after the hash, so that no server, log or proxy ever sees it. */
export function invitationLink(
  { consoleUrl }: Pick<ConsoleSettings, 'consoleUrl'>,
  token: string,
  /** `code`: the page asks for the code as well. */
  needs?: 'code',
): string {
  return `${consoleUrl}/console/enrol${needs === undefined ? '' : '?with=code'}#${token}`;
}
