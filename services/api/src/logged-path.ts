import { isUuid } from '@tern/base/ids';

/**
 * A path as the log may keep it: words of routes, ids and names of built files stay, every other part could be a secret, such as
 * the token of a link, and becomes `…`. A rule for what stays, so that a new route cannot forget to name its secrets.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const built = /^\/assets\/[\w.-]+$/.test(path);
  if (built) return path;
  return path
    .split('/')
    .map((part) => (isHarmless(part) ? part : '…'))
    .join('/');
}

const number = /^\d{1,9}$/;
// Words with dashes or dots between them: what paths of ours and names of our files are made of.
const words = /^[a-z]{1,24}(?:[-.][a-z0-9]{1,16}){0,4}$/;

function isHarmless(part: string): boolean {
  return part === '' || isUuid(part) || number.test(part) || words.test(part);
}
