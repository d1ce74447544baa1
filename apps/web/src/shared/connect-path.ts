import { paths } from './paths.ts';

/** The page on which a link of WalletConnect is taken up. */
export function connectPathOf(link: string): string {
  return `${paths.connect}?${new URLSearchParams({ uri: link })}`;
}
