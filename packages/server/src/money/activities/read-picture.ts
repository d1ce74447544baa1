import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { pictureName } from '@tern/contracts/routes/activities';
import { StoreFault } from '@tern/object-store/object-store';
import type { PictureDeps } from './deps.ts';
import { isHandedIn, isOwnPicture, isSample } from './picture-store.ts';

/**
 * `owner`: what this person sent. `reviewer`: what was handed in. `anyone`: the example of an activity people can see;
 * `operator`: of one nobody sees yet as well.
 */
export type PictureReader =
  | { readonly as: 'owner'; readonly personId: PersonId }
  | { readonly as: 'reviewer' | 'anyone' | 'operator' };

/** The picture of that name, if it is there and this reader may see it; undefined otherwise. Throws `UNAVAILABLE`. */
export async function readPicture(
  { db: { kysely }, pictures }: Pick<PictureDeps, 'db' | 'pictures'>,
  reader: PictureReader,
  name: string,
): Promise<Buffer | undefined> {
  if (!pictureName.safeParse(name).success) return undefined;
  const allowed = await {
    owner: () => (reader.as === 'owner' ? isOwnPicture(kysely, reader.personId, name) : false),
    reviewer: () => isHandedIn(kysely, name),
    anyone: () => isSample(kysely, name, 'published'),
    operator: () => isSample(kysely, name, 'all'),
  }[reader.as]();
  if (!allowed) return undefined;
  try {
    return await pictures.get(name);
  } catch (error) {
    if (error instanceof StoreFault) throw problem('UNAVAILABLE');
    throw error;
  }
}
