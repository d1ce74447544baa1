/** Limits of sign-in and factors. The defaults are those of the product's decisions. */
export type IdentitySettings = {
  readonly productName: string;
  readonly productToken: string;
  readonly codeLifetimeMs: number;
  readonly codeTries: number;
  readonly codeResendMs: number;
  /** Codes sent to one phone or e-mail within an hour. */
  readonly codesPerTargetHour: number;
  /** Codes asked for from one address within an hour. */
  readonly codesPerIpHour: number;
  /** The same from one network (/24, /48). */
  readonly codesPerNetworkHour: number;
  /** Codes sent by text message within a day (UTC), by the whole installation; strangers get four fifths of them, recoveries nine tenths. */
  readonly smsPerDay: number;
  /** The same to all numbers of one area code. */
  readonly smsPerCountryDay: number;
  /** Password tries from one address within an hour: an IPv4 address or an IPv6 /64. */
  readonly loginsPerIpHour: number;
  /** Password tries within an hour from one IPv4 /24 or IPv6 /48. */
  readonly loginsPerNetworkHour: number;
  /** How long a sign-in may wait for its second step. */
  readonly loginStepMs: number;
  /** A session not used for this long has ended. */
  readonly sessionIdleMs: number;
  /** No session lives longer, used or not. */
  readonly sessionAbsoluteMs: number;
  /** How long a device that passed a full sign-in is spared the second step. */
  readonly deviceRememberedMs: number;
  /** How long the set-up of an authenticator may take. */
  readonly bindingMs: number;
  /** How long after registration, on the same device, setting up a factor causes no hold. */
  readonly setUpGraceMs: number;
  /** How long transfers go only to addresses used before, after a factor was set up or changed. */
  readonly holdMs: number;
  /** How long the link in a notice can stop the change it tells of. */
  readonly stopLinkMs: number;
  /** How long transfers go only to addresses used before, after somebody stopped a change. */
  readonly objectionHoldMs: number;
  /** How long a browser may take to make or use a passkey. */
  readonly passkeyMs: number;
  /** Passkeys one address may ask for within an hour. */
  readonly passkeysPerIpHour: number;
  /** How long the authenticator stays after somebody said that every factor is lost. */
  readonly factorResetMs: number;
  /** How long such a request waits for operators before it is over. */
  readonly factorResetOpenMs: number;
  /** Where people reach the wallet, without a slash at the end. */
  readonly publicUrl: string;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const identityDefaults: Omit<IdentitySettings, 'productName' | 'productToken' | 'publicUrl'> = {
  codeLifetimeMs: 10 * minute,
  codeTries: 5,
  codeResendMs: minute,
  codesPerTargetHour: 4,
  codesPerIpHour: 16,
  codesPerNetworkHour: 80,
  smsPerDay: 2000,
  smsPerCountryDay: 500,
  loginsPerIpHour: 100,
  loginsPerNetworkHour: 500,
  loginStepMs: 10 * minute,
  sessionIdleMs: 7 * day,
  sessionAbsoluteMs: 30 * day,
  deviceRememberedMs: 30 * day,
  bindingMs: 10 * minute,
  setUpGraceMs: day,
  holdMs: day,
  stopLinkMs: 7 * day,
  objectionHoldMs: 7 * day,
  passkeyMs: 5 * minute,
  passkeysPerIpHour: 100,
  factorResetMs: 7 * day,
  factorResetOpenMs: 30 * day,
};
