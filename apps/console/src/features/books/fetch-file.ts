import { ORPCError } from '@orpc/client';
import { saveBlob } from '../../shared/save-file.ts';

/**
 * Asks the console for a file and hands over its body. Throws what the console refused, as the typed client does, and network
 * errors.
 */
export async function fetchFile(path: string, said: object): Promise<Response> {
  const answer = await fetch(`${location.origin}/console/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(said),
  });
  if (answer.ok) return answer;
  const refused = (await answer.json()) as { code?: string; status?: number; data?: unknown };
  throw new ORPCError(refused.code ?? 'UNAVAILABLE', { status: answer.status, data: refused.data });
}

/** The name that the console gave a file. */
export function fileNameOf(answer: Response): string {
  return /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
}

/** Asks the console for a file, hands it to the browser and resolves with its name. Throws as `fetchFile`. */
export async function takeFile(path: string, said: object): Promise<string> {
  const answer = await fetchFile(path, said);
  const name = fileNameOf(answer);
  saveBlob(name, await answer.blob());
  return name;
}
