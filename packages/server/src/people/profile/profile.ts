import { problem } from '@tern/contracts/problem';
import { socialNetwork, type ProfileView, type SocialNetwork } from '@tern/contracts/routes/profile';
import { isVisibleText } from '../../platform/visible-text.ts';
import { linkOf, readHandle } from './handle.ts';

/** What a person says of themselves. */
export type Profile = { readonly bio: string | null } & { readonly [Network in SocialNetwork]: string | null };

export type ProfileInput = { readonly bio: string } & { readonly [Network in SocialNetwork]: string };

const bioMaxLength = 160;

/** What was typed in its one form. Throws `BIO_INVALID` or `HANDLE_INVALID`. */
export function readProfile(input: ProfileInput): Profile {
  const lines = input.bio.normalize('NFC').trim().split(/\r?\n/);
  const bio = lines.join('\n');
  if ([...bio].length > bioMaxLength || !lines.every(isVisibleText)) throw problem('BIO_INVALID');
  const handles = Object.fromEntries(
    socialNetwork.options.map((network) => {
      const read = readHandle(network, input[network]);
      if ('fault' in read) throw problem('HANDLE_INVALID', { network });
      return [network, read.handle];
    }),
  ) as Omit<Profile, 'bio'>;
  return { bio: bio === '' ? null : bio, ...handles };
}

export function renderProfile({ bio, ...handles }: Profile, avatarFile: string | undefined): ProfileView {
  const shown = (network: SocialNetwork) => {
    const handle = handles[network];
    return handle === null ? null : { handle, url: linkOf(network, handle) };
  };
  return {
    bio,
    line: shown('line'),
    instagram: shown('instagram'),
    telegram: shown('telegram'),
    x: shown('x'),
    avatarPath: avatarFile === undefined ? null : `/api/profile/avatar/${avatarFile}`,
  };
}
