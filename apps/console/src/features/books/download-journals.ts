import { fetchFile, fileNameOf } from './fetch-file.ts';
import type { Period } from '../../shared/period-form.tsx';
import { splitJournals, type JournalFormat } from './split-journals.ts';

/** How often a file that broke off is asked for from its last journal on, before the operator is told. */
const triesMax = 4;

export type Downloaded = { readonly name: string; readonly file: Blob };

/**
 * The journals of a period as one file. Where the connection breaks, the next request goes on after the last whole journal;
 * the browser keeps what it has outside its memory. Throws what the console refused, or that the connection broke again.
 */
export async function downloadJournals(
  said: Period & { readonly format: JournalFormat },
  onBytes: (bytes: number) => void,
): Promise<Downloaded> {
  const parts: Blob[] = [];
  let name = '';
  let bytes = 0;
  let after: string | undefined;
  const keep = (text: string): void => {
    if (text === '') return;
    const part = new Blob([text]);
    parts.push(part);
    bytes += part.size;
    onBytes(bytes);
  };
  for (let tries = 1; ; tries += 1) {
    const splitter = splitJournals(said.format);
    const answer = await fetchFile('/books/export', after === undefined ? said : { ...said, after });
    name ||= fileNameOf(answer);
    try {
      for await (const piece of piecesOf(answer)) keep(splitter.push(piece));
      keep(splitter.end());
      return { name, file: new Blob(parts) };
    } catch (error) {
      after = splitter.last() ?? after;
      // Nothing whole had come: the next one begins again at the same place.
      if (after === undefined) parts.length = 0;
      if (tries === triesMax) throw error;
    }
  }
}

async function* piecesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })).getReader();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) yield read.value;
}
