import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgreementDocument } from '@tern/contracts/agreement-versions';

/** A heading, a paragraph or a point of a list. */
export type DocumentPart = { readonly element: string; readonly text: string };

const sources: Readonly<Record<AgreementDocument, string>> = {
  agreement: 'apps/web/src/features/documents/protocol/agreement-text.tsx',
  privacy: 'apps/web/src/features/documents/protocol/privacy-text.tsx',
};

/**
 * The English text of a document in the order it is read, as its source has it, placeholders by name. Throws where a part
 * is more than words and placeholders in an element of its own: the digest would miss it.
 */
export function readDocument(root: string, document: AgreementDocument): readonly DocumentPart[] {
  const source = readFileSync(join(root, sources[document]), 'utf8');
  const parts = [...source.matchAll(/<(h2|p|li)>\s*<Trans>([^<]*)<\/Trans>\s*<\/\1>/g)].map(
    ([, element = '', text = '']) => ({ element, text: text.replace(/\s+/g, ' ').trim() }),
  );
  if (parts.length !== source.split('<Trans').length - 1) throw new Error(`${sources[document]}: an unreadable part`);
  return parts;
}

/** SHA-256 over the parts of a document, by which its versions are told apart. */
export function digestDocument(parts: readonly DocumentPart[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
