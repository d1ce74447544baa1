import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { type IdentityDeps, listSecurityEvents } from '../accounts/public.ts';
import { codeView, sendFactorCode, sendWayBackCode, sendRegisterCode } from '../codes/public.ts';
import {
  beginAuthenticator,
  changeTradePassword,
  confirmAuthenticator,
  renewRecoveryCodes,
  setTradePassword,
  unbindAuthenticator,
} from '../factors/public.ts';
import { recover, stopChange } from '../recovery/public.ts';
import { endOneSession, endOtherSessions, listSessions, endSession } from '../sessions/public.ts';
import {
  changeLoginPassword,
  finishLogin,
  login,
  type OpenedSession,
  register,
  resendLoginCode,
} from '../sign-in/public.ts';
import { enterAccount } from './enter-account.ts';
import { getAccount } from './get-account.ts';

export { protectionRouter } from './protection-routes.ts';

/** The identity part of the contract over this slice's operations. */
export function identityRouter(deps: IdentityDeps) {
  const os = implement(contract.identity).$context<ApiContext>();

  const enter = (context: ApiContext, session: OpenedSession) => enterAccount(deps, context, session);

  return os.router({
    sendRegisterCode: os.sendRegisterCode.handler(async ({ input, context }) =>
      codeView(
        await sendRegisterCode(deps, { target: input.target, language: input.language ?? null, ip: context.ip }),
      ),
    ),

    register: os.register.handler(async ({ input, context }) =>
      enter(
        context,
        await register(deps, {
          ...input,
          inviteCode: input.inviteCode,
          accepted: input.accepted,
          language: input.language ?? null,
          origin: context,
          formerSessionId: context.session?.sessionId,
        }),
      ),
    ),

    login: os.login.handler(async ({ input, context }) => {
      const result = await login(deps, {
        ...input,
        language: input.language ?? null,
        origin: context,
        deviceToken: context.deviceToken,
        formerSessionId: context.session?.sessionId,
      });
      return result.step === 'done' ? { step: 'done', account: await enter(context, result.session) } : result;
    }),

    resendLoginCode: os.resendLoginCode.handler(({ input }) => resendLoginCode(deps, { loginId: input.loginId })),

    finishLogin: os.finishLogin.handler(async ({ input, context }) =>
      enter(
        context,
        await finishLogin(deps, {
          loginId: input.loginId,
          given: input,
          origin: context,
          formerSessionId: context.session?.sessionId,
        }),
      ),
    ),

    logout: os.logout.use(requireSession).handler(async ({ context }) => {
      await endSession(deps.db.kysely, context.session.sessionId, { reason: 'logout', now: deps.clock.now() });
      context.clearSessionCookie();
      return {};
    }),

    account: os.account.use(requireSession).handler(({ context }) => getAccount(deps, context.session.personId)),

    listSessions: os.listSessions.use(requireSession).handler(async ({ context }) => ({
      sessions: [...(await listSessions(deps, context.session))],
    })),

    endOtherSessions: os.endOtherSessions.use(requireSession).handler(async ({ context }) => ({
      ended: await endOtherSessions(deps, { session: context.session, origin: context }),
    })),

    sendFactorCode: os.sendFactorCode
      .use(requireSession)
      .handler(async ({ input, context }) =>
        codeView(await sendFactorCode(deps, { session: context.session, purpose: input.purpose })),
      ),

    setTradePassword: os.setTradePassword.use(requireSession).handler(async ({ input, context }) => {
      await setTradePassword(deps, { ...input, session: context.session, origin: context });
      return getAccount(deps, context.session.personId);
    }),

    beginAuthenticator: os.beginAuthenticator.use(requireSession).handler(async ({ input, context }) => {
      const begun = await beginAuthenticator(deps, {
        ...input,
        session: context.session,
      });
      return toWire(begun);
    }),

    confirmAuthenticator: os.confirmAuthenticator.use(requireSession).handler(async ({ input, context }) => {
      const recoveryCodes = await confirmAuthenticator(deps, { ...input, session: context.session, origin: context });
      return { account: await getAccount(deps, context.session.personId), recoveryCodes: [...recoveryCodes] };
    }),

    changeTradePassword: os.changeTradePassword.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await changeTradePassword(deps, { ...input, session, origin: context });
      return getAccount(deps, session.personId);
    }),

    changeLoginPassword: os.changeLoginPassword.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await changeLoginPassword(deps, { ...input, session, origin: context });
      return getAccount(deps, session.personId);
    }),

    unbindAuthenticator: os.unbindAuthenticator.use(requireSession).handler(async ({ input, context }) => {
      await unbindAuthenticator(deps, { ...input, session: context.session, origin: context });
      return getAccount(deps, context.session.personId);
    }),

    renewRecoveryCodes: os.renewRecoveryCodes.use(requireSession).handler(async ({ input, context }) => ({
      recoveryCodes: [...(await renewRecoveryCodes(deps, { ...input, session: context.session, origin: context }))],
    })),

    sendRecoveryCode: os.sendRecoveryCode.handler(async ({ input, context }) =>
      codeView(
        await sendWayBackCode(deps, {
          purpose: 'recover',
          target: input.target,
          language: input.language ?? null,
          ip: context.ip,
          deviceToken: context.deviceToken,
        }),
      ),
    ),

    recover: os.recover.handler(async ({ input, context }) => {
      await recover(deps, { ...input, origin: context, deviceToken: context.deviceToken });
      return {};
    }),

    stopChange: os.stopChange.handler(async ({ input, context }) => {
      await stopChange(deps, { token: input.token, origin: context });
      return {};
    }),

    endSession: os.endSession.use(requireSession).handler(async ({ input, context }) => {
      await endOneSession(deps, { session: context.session, sessionId: input.sessionId, origin: context });
      return {};
    }),

    securityEvents: os.securityEvents.use(requireSession).handler(async ({ input, context }) => {
      const { personId } = context.session;
      const { events, nextCursor } = await listSecurityEvents(deps.db.kysely, { personId, cursor: input.cursor });
      return { events: [...events], nextCursor };
    }),
  });
}
