export { type CheckedCode, checkCode, spendCode } from './check-code.ts';
export { type AskedFrom, type CodeAsker, findAsker, strangerAt } from './code-asker.ts';
export { type SentCode, codeView, sendCode } from './send-code.ts';
export { sendFactorCode } from './send-factor-code.ts';
export { sendRegisterCode } from './send-register-code.ts';
export { sendWayBackCode } from './send-way-back-code.ts';
