import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { OperatorView } from '@tern/contracts/routes/console-access';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { beginEnrolment } from './begin-enrolment.ts';
import { beginSignIn } from './begin-sign-in.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { finishEnrolment } from './finish-enrolment.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export function consoleAccessRouter(deps: ConsoleAccessDeps & { readonly house: Omit<OperatorView, 'name' | 'role'> }) {
  const os = implement(consoleContract.access).$context<ConsoleContext>();
  return os.router({
    beginEnrolment: os.beginEnrolment.handler(async ({ input }) => {
      const { operator, ...begun } = await beginEnrolment(deps, input);
      return { ...begun, name: operator.name, role: operator.role };
    }),
    finishEnrolment: os.finishEnrolment.handler(async ({ input, context }) => {
      context.setSessionCookie(await finishEnrolment(deps, { ...input, origin: context }));
      return {};
    }),
    beginSignIn: os.beginSignIn.handler(({ context }) => beginSignIn(deps, context)),
    signIn: os.signIn.handler(async ({ input, context }) => {
      context.setSessionCookie(await signIn(deps, { ...input, origin: context }));
      return {};
    }),
    me: os.me.use(requireOperator).handler(({ context }) => {
      const { name, role } = context.session;
      return { name, role, ...deps.house };
    }),
    signOut: os.signOut.use(requireOperator).handler(async ({ context }) => {
      await signOut(deps, context.session);
      context.clearSessionCookie();
      return {};
    }),
  });
}
