/**
 * How long to wait after the n-th consecutive wrong try, in seconds; the last entry holds from there on.
 * `judgeTry` reserves a try before it is looked at, so parallel guesses gain nothing.
 */
export type PauseSchedule = readonly number[];

const day = 86_400;

function schedule(length: number, secondsAfter: (failures: number) => number): PauseSchedule {
  return Array.from({ length }, (_, index) => secondsAfter(index + 1));
}

/** Passwords: free up to four, then waits that make guessing pointless, a day from the fiftieth on. */
export const passwordPauses = schedule(50, (failures) => {
  if (failures < 5) return 0;
  if (failures >= 50) return day;
  return [30, 60, 120, 300, 600][failures - 5] ?? 900;
});

/** Sent codes: each allows few tries itself; fifty in a row close this way for a day. */
export const codePauses = schedule(50, (failures) => (failures < 50 ? 0 : day));

/** Trade password and authenticator: every fifth wrong one locks, the first time for an hour, then for a day. */
export const factorPauses = schedule(50, (failures) => {
  if (failures >= 50) return day;
  if (failures % 5 !== 0) return 0;
  return failures === 5 ? 3600 : day;
});

/** Wrong tries left until the next lock; 0 when this one locked. */
export function factorTriesLeft(failures: number): number {
  return failures >= 50 ? 0 : (5 - (failures % 5)) % 5;
}

export const failureKeys = {
  login: (targetHash: Buffer): string => `login:${targetHash.toString('base64url')}`,
  // A remembered device counts for itself: a stranger's guesses cannot lock its owner out.
  loginOnDevice: (deviceId: string): string => `login-device:${deviceId}`,
  loginPasswordAgain: (personId: string): string => `password:${personId}`,
  // What strangers of one network get wrong, or who has a remembered device, is counted for themselves.
  code: (purpose: string, targetHash: Buffer, counter: string | null): string =>
    [`code:${purpose}:${targetHash.toString('base64url')}`, ...(counter === null ? [] : [counter])].join(':'),
  loginAuthenticator: (personId: string): string => `login-authenticator:${personId}`,
  // Changes of factors count for themselves: guessing here locks no transfers, and the other way round.
  presentFactor: (personId: string): string => `present-factor:${personId}`,
  transfer: (personId: string): string => `transfer:${personId}`,
};
