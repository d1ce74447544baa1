/** How a text begins that signs somebody in (ERC-4361, CAIP-122): the address of the site that gets it. */
const signIn = /^(?:https?:\/\/)?([^\s/]+) wants you to sign in\b/i;
const uri = /^URI: (\S+)$/m;

/**
 * The site that a text to sign in is for, where that is not the one that asks: whoever asks for it can then sign in there as
 * the person. Undefined for every other text.
 *
 * @example
 * findOtherHost('bank.example wants you to sign in with your Tron account:', 'app.harbour.example'); // → 'bank.example'
 */
export function findOtherHost(text: string, host: string): string | undefined {
  const [, named] = signIn.exec(text) ?? [];
  if (named === undefined) return undefined;
  const [, address = ''] = uri.exec(text) ?? [];
  const hosts = [named, ...(URL.canParse(address) ? [new URL(address).host] : [])];
  return hosts.find((each) => each.toLowerCase() !== host.toLowerCase());
}
