import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Bird } from '@tern/ui/bird';
import { ChevronDownIcon, GlobeIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { languageInUse } from '../../../shared/i18n.ts';
import { keepOnlyDraftsOf } from '../../../shared/keep-draft.ts';
import { readLastLogin, rememberLogin, type LastLogin } from '../../../shared/last-login.ts';
import { LazyLastLoginNote } from '../../../shared/lazy-last-login-note.ts';
import { paths, readReturnPath } from '../../../shared/paths.ts';
import { ProductName } from '../../../shared/product-name.tsx';
import { beginSession } from '../../../shared/session.ts';
import { emptyTarget, type TargetDraft } from '../../../shared/target-draft.ts';
import { afterLogin } from '../../../shared/use-kept-draft.ts';
import { keptAs, LoginForm, type SecondStep } from './login-form.tsx';
import './login-page.css';

const PasskeyButton = lazy(async () => ({ default: (await import('./passkey-button.tsx')).PasskeyButton }));
const SecondStepForm = lazy(async () => ({ default: (await import('./second-step-form.tsx')).SecondStepForm }));

/** The entry page. Coming from a page that needs a session, it says so and leads back there. */
function LoginPage() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [secondStep, setSecondStep] = useState<SecondStep & { by: TargetDraft }>();
  const wanted = readReturnPath(search.get('redirect'));

  function enter(account: AccountView, by?: TargetDraft) {
    beginSession(queries, account);
    keepOnlyDraftsOf(account.personId);
    rememberLogin(account, by);
    void navigate(wanted ?? paths.home, { replace: true, state: afterLogin });
  }

  return (
    <div className="login">
      <header className="login-bar">
        <ProductName />
        <Link className="login-language" to={paths.language}>
          <GlobeIcon />
          <span className="visually-hidden">{t`Language`}</span>
          <span>{languageInUse()}</span>
          <ChevronDownIcon size="s" />
        </Link>
      </header>
      <main className="login-main">
        {wanted === undefined || secondStep !== undefined ? null : (
          <Alert kind="info" announce>
            <Trans>Login expired, please log in again</Trans>
          </Alert>
        )}
        {secondStep === undefined ? (
          <FirstStep onDone={enter} onSecondStep={(step, by) => setSecondStep({ ...step, by })} />
        ) : (
          <Suspense>
            <SecondStepForm
              step={secondStep}
              onDone={(account) => enter(account, secondStep.by)}
              onBack={() => setSecondStep(undefined)}
            />
          </Suspense>
        )}
      </main>
      <div className="login-flight" aria-hidden="true">
        <svg viewBox="0 0 390 112" preserveAspectRatio="none">
          <path className="flight" d="M0 98C70 102 150 96 214 62" />
          <path className="flight-ahead" d="M286 28C318 16 352 8 390 4" />
        </svg>
        <Bird size={56} />
      </div>
      <Foot />
    </div>
  );
}

/** Who it is, as far as this device remembers, and the ways to say so. */
function FirstStep(props: {
  onDone: (account: AccountView, by?: TargetDraft) => void;
  onSecondStep: (step: SecondStep, by: TargetDraft) => void;
}) {
  const [last, setLast] = useState(readLastLogin);
  const title = useRef<HTMLHeadingElement>(null);
  function forget() {
    setLast(undefined);
    // The button that was pressed is gone: without this, keyboards and readers would be left nowhere.
    title.current?.focus();
  }
  return (
    <>
      <div className="stack gap-2">
        <h1 ref={title} className="title-1" tabIndex={-1}>
          <Trans>Welcome back</Trans>
        </h1>
        <p className="ink-2">
          <Trans>Your money, where you left it.</Trans>
        </p>
      </div>
      {last === undefined ? null : (
        <Suspense fallback={<div className="login-last" />}>
          <LazyLastLoginNote hint={last.hint} draft={keptAs} onForget={forget} />
        </Suspense>
      )}
      <LoginForm key={last?.hint} target={startTarget(last)} onDone={props.onDone} onSecondStep={props.onSecondStep} />
      {'PublicKeyCredential' in window ? (
        <Suspense fallback={<div className="login-passkey" />}>
          <PasskeyButton onDone={props.onDone} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Phone or e-mail and the area code as they were chosen the last time, with nothing typed. */
function startTarget(last: LastLogin | undefined): TargetDraft {
  const empty = emptyTarget(last?.kind);
  return { ...empty, areaCode: last?.areaCode ?? empty.areaCode };
}

/** Where those go who cannot log in. */
function Foot() {
  return (
    <footer className="login-foot">
      <Trans>
        New here?{' '}
        <Link className="link login-link" to={paths.register}>
          Create an account
        </Link>
      </Trans>
      <p className="login-help">
        <Link className="login-link" to={paths.support}>
          <Trans>Contact support</Trans>
        </Link>
        <Link className="login-link" to={paths.status}>
          <Trans>Service status</Trans>
        </Link>
      </p>
    </footer>
  );
}

export { LoginPage as Component };
