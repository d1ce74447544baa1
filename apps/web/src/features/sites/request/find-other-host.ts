/** How a text signs somebody in (ERC-4361, CAIP-122): the address of the site that gets it. Not every site reads it from the beginning. */
const signIn = /(?:^|[\s"'(])(?:[a-z][a-z\d+.-]*:\/\/)?([^\s/"'()]+)\s+wants you to (?:sign|log)[ -]?in\b/giu;
const uri = /^\s*URI:\s*(\S+)/gimu;

/**
 * The site that a text to sign in is for, where that is not the one that asks: whoever asks for it can then sign in there as
 * the person. Undefined for every other text.
 *
 * @example
 * findOtherHost('bank.example wants you to sign in with your Tron account:', 'app.harbour.example'); // → 'bank.example'
 */
export function findOtherHost(text: string, host: string): string | undefined {
  const named = capture(text, signIn).filter((each) => /[.:]|^localhost$/i.test(each));
  if (named.length === 0) return undefined;
  const hosts = [
    ...named,
    ...capture(text, uri).flatMap((address) => (URL.canParse(address) ? [new URL(address).host] : [])),
  ];
  return hosts.find((each) => each.toLowerCase() !== host.toLowerCase());
}

function capture(text: string, form: RegExp): readonly string[] {
  return Array.from(text.matchAll(form), ([, found = '']) => found);
}
