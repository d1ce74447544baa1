import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';

/** Where people can be found elsewhere. */
export const socialNetwork = z.enum(['line', 'instagram', 'telegram', 'x']);
export type SocialNetwork = z.infer<typeof socialNetwork>;

/** A name on another network, and the address that is made from it. */
const social = z.object({ handle: z.string(), url: z.string() });

export const profileView = z.object({
  bio: z.string().nullable(),
  line: social.nullable(),
  instagram: social.nullable(),
  telegram: social.nullable(),
  x: social.nullable(),
  /** Path of the picture, readable by the person alone; null without one. */
  avatarPath: z.string().nullable(),
});
export type ProfileView = z.infer<typeof profileView>;

/** As typed: a name, with or without @, or a link to it. Empty takes it away. */
const handleInput = z.string().max(300);

export const profileRoutes = {
  profile: oc
    .route({ method: 'GET', path: '/profile', summary: 'What the person says of themselves', tags: ['profile'] })
    .output(profileView)
    .errors(declareProblems()),

  saveProfile: oc
    .route({ method: 'POST', path: '/profile', summary: 'Change the profile', tags: ['profile'] })
    .input(
      z.strictObject({
        bio: z.string().max(2_000),
        line: handleInput,
        instagram: handleInput,
        telegram: handleInput,
        x: handleInput,
      }),
    )
    .output(profileView)
    .errors(declareProblems('AGREEMENT_REQUIRED', 'BIO_INVALID', 'HANDLE_INVALID')),

  invites: oc
    .route({
      method: 'GET',
      path: '/profile/invites',
      summary: 'How many people registered with the person’s invite code, and never who',
      tags: ['profile'],
    })
    .output(z.object({ count: z.number().int().nonnegative() }))
    .errors(declareProblems()),

  /**
   * A picture is sent as it is to `POST /profile/avatar`, beside this contract, which speaks JSON alone; what cannot be taken
   * is refused there as 'PICTURE_REFUSED'.
   */
  removeAvatar: oc
    .route({ method: 'POST', path: '/profile/avatar/remove', summary: 'Delete the picture', tags: ['profile'] })
    .input(z.strictObject({}))
    .output(profileView)
    .errors(declareProblems()),
};
