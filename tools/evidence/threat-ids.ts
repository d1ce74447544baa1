const id = '(?:F-[A-Z]\\d?|[A-Z]\\d{2})';
/** A cell of the fault matrix: the fault, and the flow it meets. */
const cell = '(F-[A-Z]\\d?)-[a-z]+';
const claims = new RegExp(`^(?:${cell}|(${id}(?:–${id})?))(?:,? |$)`);

/**
 * The ids a test's name begins with: `M02 M19 …` are two, `I01–I03 …` is a range of three, `F-N5-withdraw …` is what F-N5
 * demands of payments.
 */
export function readThreatIds(name: string): readonly string[] {
  const found: string[] = [];
  let rest = name;
  for (let match = claims.exec(rest); match !== null; match = claims.exec(rest)) {
    const [first = '', last] = (match[1] ?? match[2] ?? '').split('–');
    found.push(...(last === undefined ? [first] : range(first, last)));
    rest = rest.slice(match[0].length);
  }
  return found;
}

function range(first: string, last: string): readonly string[] {
  const letter = first.slice(0, 1);
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => letter + String(from + step).padStart(2, '0'));
}
