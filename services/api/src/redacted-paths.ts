const names = [
  'password',
  'loginPassword',
  'tradePassword',
  'code',
  'authenticatorCode',
  'secret',
  'uri',
  'recoveryCodes',
  'token',
  'deviceToken',
  'cookie',
  'set-cookie',
  'authorization',
  'email',
  'number',
  'recipient',
  'to',
] as const;

/** Fields that never reach a log line, should one ever be handed a body, headers or an error that carries them. */
export const redactedPaths: string[] = names.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : `.${name}`;
  return [key.replace(/^\./, ''), `*${key}`, `*.*${key}`, `*.*.*${key}`];
});
