import { createHash, randomBytes } from 'node:crypto';
import { crashPoint } from '@tern/base/crash-point';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { EvidencePicture } from '@tern/contracts/routes/activities';
import type { Evidence } from '@tern/images/re-encode-evidence';
import { StoreFault } from '@tern/object-store/object-store';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import type { PictureDeps } from './deps.ts';
import { picturePath } from './participation.ts';
import { dropSurplus, insertPicture } from './picture-store.ts';

/**
 * Keeps a picture somebody sent, in a new file made of its pixels, under a name nobody can guess. `file` is where it was
 * written down as it came. Throws `PICTURE_REFUSED`, or `UNAVAILABLE` while too many pictures are being read or the store
 * cannot be reached.
 */
export async function savePicture(
  deps: Pick<PictureDeps, 'db' | 'pictures' | 'readPicture'>,
  session: ApiSession,
  file: string,
): Promise<EvidencePicture> {
  const { name, imageHash, picture } = await keepPicture(deps, file);
  crashPoint('a0');
  // The file is there before the row that names it; one without a row is swept away.
  const { personId } = session;
  const contentHash = createHash('sha256').update(picture).digest();
  const deletesAt = await changeAccount(deps.db, session, async (tx) => {
    const at = await insertPicture(tx, { name, personId, contentHash, imageHash, bytes: picture.length });
    await dropSurplus(tx, personId);
    return at;
  });
  return toWire({ name, path: picturePath(name), deletesAt });
}

/** Reads a file and stores what is kept of it. */
export async function keepPicture(
  { pictures, readPicture }: Pick<PictureDeps, 'pictures' | 'readPicture'>,
  file: string,
): Promise<Evidence & { readonly name: string }> {
  const read = await readPicture(file);
  if ('fault' in read) {
    throw read.fault === 'busy' ? problem('UNAVAILABLE') : problem('PICTURE_REFUSED', { fault: read.fault });
  }
  const name = `${randomBytes(16).toString('hex')}.webp`;
  try {
    await pictures.put(name, read.picture);
  } catch (error) {
    if (error instanceof StoreFault) throw problem('UNAVAILABLE');
    throw error;
  }
  return { ...read, name };
}
