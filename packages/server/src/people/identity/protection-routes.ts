import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import type { IdentityDeps } from '../accounts/public.ts';
import { codeView, sendWayBackCode } from '../codes/public.ts';
import { changeContact, sendContactCodes } from '../contacts/public.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '../passkeys/public.ts';
import { cancelFactorReset, startFactorReset } from '../recovery/public.ts';
import { beginPasskeyLogin, logInByPasskey } from '../sign-in/public.ts';
import { enterAccount } from './enter-account.ts';
import { getAccount } from './get-account.ts';
import { setWord } from './set-word.ts';

/** Passkeys, the word of our messages, contacts and the way back without factors, over this slice's operations. */
export function protectionRouter(deps: IdentityDeps) {
  const os = implement(contract.protection).$context<ApiContext>();
  const passkeysOf = async (context: { readonly session: NonNullable<ApiContext['session']> }) => ({
    passkeys: await listPasskeys(deps.db.kysely, context.session.personId),
  });

  return os.router({
    listPasskeys: os.listPasskeys.use(requireSession).handler(({ context }) => passkeysOf(context)),

    beginPasskey: os.beginPasskey
      .use(requireSession)
      .handler(({ input, context }) => beginPasskey(deps, { ...input, session: context.session })),

    addPasskey: os.addPasskey.use(requireSession).handler(async ({ input, context }) => {
      await addPasskey(deps, { ...input, session: context.session, origin: context });
      return passkeysOf(context);
    }),

    renamePasskey: os.renamePasskey.use(requireSession).handler(async ({ input, context }) => {
      await renamePasskey(deps.db, { ...input, session: context.session });
      return passkeysOf(context);
    }),

    removePasskey: os.removePasskey.use(requireSession).handler(async ({ input, context }) => {
      await removePasskey(deps, { ...input, session: context.session, origin: context });
      return passkeysOf(context);
    }),

    beginPasskeyLogin: os.beginPasskeyLogin.handler(({ context: { ip, deviceToken } }) =>
      beginPasskeyLogin(deps, { ip, deviceToken }),
    ),

    passkeyLogin: os.passkeyLogin.handler(async ({ input, context }) =>
      enterAccount(
        deps,
        context,
        await logInByPasskey(deps, {
          ...input,
          origin: context,
          deviceToken: context.deviceToken,
          formerSessionId: context.session?.sessionId,
        }),
      ),
    ),

    setWord: os.setWord.use(requireSession).handler(async ({ input, context }) => {
      await setWord(deps, { ...input, session: context.session, origin: context });
      return getAccount(deps, context.session.personId);
    }),

    sendContactCodes: os.sendContactCodes.use(requireSession).handler(async ({ input, context }) => {
      const sent = await sendContactCodes(deps, { session: context.session, target: input.target });
      return { present: codeView(sent.present), fresh: codeView(sent.fresh) };
    }),

    changeContact: os.changeContact.use(requireSession).handler(async ({ input, context }) => {
      await changeContact(deps, { ...input, session: context.session, origin: context });
      return getAccount(deps, context.session.personId);
    }),

    sendFactorResetCode: os.sendFactorResetCode.handler(async ({ input, context }) =>
      codeView(
        await sendWayBackCode(deps, {
          purpose: 'reset-factors',
          target: input.target,
          language: input.language ?? null,
          ip: context.ip,
          deviceToken: context.deviceToken,
        }),
      ),
    ),

    startFactorReset: os.startFactorReset.handler(async ({ input, context }) => {
      const { readyAt } = await startFactorReset(deps, {
        ...input,
        origin: context,
        deviceToken: context.deviceToken,
      });
      return toWire({ readyAt });
    }),

    cancelFactorReset: os.cancelFactorReset.use(requireSession).handler(async ({ input, context }) => {
      await cancelFactorReset(deps, { session: context.session, factor: input.factor, origin: context });
      return getAccount(deps, context.session.personId);
    }),
  });
}
