import { problem } from '@tern/contracts/problem';

/**
 * Refuses a trade password that is not six ASCII digits or that a thief would try first: one digit or group
 * repeated, a run up or down, a date of birth in any usual order, six digits of the person's own phone number.
 * Throws `TRADE_PASSWORD_WEAK`.
 */
export function checkTradePassword(password: string, phones: readonly string[]): void {
  const weak =
    !/^[0-9]{6}$/.test(password) ||
    isRepeat(password) ||
    isRun(password) ||
    isBirthdayLike(password) ||
    phones.some((phone) => phone.includes(password));
  if (weak) throw problem('TRADE_PASSWORD_WEAK');
}

/** 111111, 121212, 123123, and pairs such as 112233 or 001122. */
function isRepeat(digits: string): boolean {
  if (/^(\d{1,3})\1+$/.test(digits)) return true;
  return /^(\d)\1(\d)\2(\d)\3$/.test(digits) || /^(\d)\1\1(\d)\2\2$/.test(digits);
}

/** Every digit one above, or one below, the digit before it; 9 and 0 are neighbours. */
function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

/** DDMMYY, MMDDYY, YYMMDD, and a year with its month: YYYYMM or MMYYYY of 1900 to 2099. */
function isBirthdayLike(digits: string): boolean {
  const [a, b, c] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4, 6))] as const;
  const isDay = (value: number): boolean => value >= 1 && value <= 31;
  const isMonth = (value: number): boolean => value >= 1 && value <= 12;
  const isCentury = (value: number): boolean => value === 19 || value === 20;
  return (
    (isDay(a) && isMonth(b)) ||
    (isMonth(a) && isDay(b)) ||
    (isMonth(b) && isDay(c)) ||
    (isCentury(a) && isMonth(c)) ||
    (isMonth(a) && isCentury(b))
  );
}
