export type Weakness = 'repeated' | 'run' | 'date';

/**
 * Why six digits would be tried first by a thief; undefined when nothing speaks against them. The server looks for the same
 * and also knows the person's phone number.
 */
export function findWeakness(digits: string): Weakness | undefined {
  if (isRepeated(digits)) return 'repeated';
  if (isRun(digits)) return 'run';
  return isDate(digits) ? 'date' : undefined;
}

/** One digit or group again and again, or pairs and threes of the same digit. */
function isRepeated(digits: string): boolean {
  return /^(\d{1,3})\1+$/.test(digits) || /^(\d)\1(\d)\2(\d)\3$/.test(digits) || /^(\d)\1\1(\d)\2\2$/.test(digits);
}

/** Each digit one above or one below the one before it; 9 and 0 are neighbours. */
function isRun(digits: string): boolean {
  const steps = Array.from(digits)
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

/** Day, month and year in any usual order, or a year with its month. */
function isDate(digits: string): boolean {
  const [first = 0, second = 0, third = 0] = [0, 2, 4].map((start) => Number(digits.slice(start, start + 2)));
  const isDay = (value: number) => value >= 1 && value <= 31;
  const isMonth = (value: number) => value >= 1 && value <= 12;
  const isCentury = (value: number) => value === 19 || value === 20;
  return (
    (isDay(first) && isMonth(second)) ||
    (isMonth(first) && isDay(second)) ||
    (isMonth(second) && isDay(third)) ||
    (isCentury(first) && isMonth(third)) ||
    (isMonth(first) && isCentury(second))
  );
}
