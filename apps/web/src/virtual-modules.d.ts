declare module 'virtual:contract' {
  import type { Contract } from '@tern/contracts/contract';
  const contract: Contract;
  export default contract;
}

declare module 'virtual:area-codes' {
  /** Regions, each followed by its dial code without plus: `AC247AD376…`. */
  const areaCodes: string;
  export default areaCodes;
}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  import type { OwnFormats } from './shared/own-formats.ts';
  type Texts = { readonly messages: Messages };
  type Language = Texts & {
    readonly ownName: string;
    readonly parts: Readonly<Record<string, () => Promise<Texts>>>;
    /** Where browsers do not know the language. */
    readonly formats?: OwnFormats;
    /** There too: the regions of the area codes by their codes. */
    readonly regions?: () => Promise<{ readonly names: Readonly<Record<string, string>> }>;
  };
  /** Per language on offer its first texts, and per part of the app the further ones. */
  export const languages: Readonly<Record<string, () => Promise<Language>>>;
}
