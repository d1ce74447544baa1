export { beginPasskeyLogin } from './begin-passkey-login.ts';
export { changeLoginPassword } from './change-login-password.ts';
export { finishLogin } from './finish-login.ts';
export { logInByPasskey } from './log-in-by-passkey.ts';
export { checkLoginPassword } from './login-password-rules.ts';
export { login } from './login.ts';
export type { OpenedSession } from './open-session.ts';
export { register } from './register.ts';
export { resendLoginCode } from './resend-login-code.ts';
