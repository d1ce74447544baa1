import { expect, type Page } from '@playwright/test';

/** Markup that calls the test's own function if it runs. */
export const image = '<img data-canary src=x onerror=canary()>';

/** Counts what runs, on every page of the browser. */
export async function watchCanary(page: Page): Promise<() => number> {
  let ran = 0;
  await page.context().exposeFunction('canary', () => void (ran += 1));
  page.on('dialog', (dialog) => {
    ran += 1;
    void dialog.dismiss();
  });
  return () => ran;
}

/** Nothing of the markup became an element, and no address runs anything. */
export async function expectHarmless(page: Page, what: string): Promise<void> {
  await expect(page.locator('[data-canary]'), what).toHaveCount(0);
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('[href],[src],[action],[formaction]')].flatMap((element) =>
      ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''),
    ),
  );
  expect(
    links.filter((link) => /^\s*(?:javascript|data:text|vbscript)/i.test(link)),
    what,
  ).toEqual([]);
}

const markups = [
  '<script>canary()</script>',
  image,
  '<svg data-canary onload=canary()>',
  '<iframe data-canary srcdoc="<script>parent.canary()</script>">',
  '<a data-canary href=javascript:canary()>x</a>',
  'javascript:canary()',
  'JaVaScRiPt:canary()//',
  'data:text/html,<script>canary()</script>',
  '<body data-canary onload=canary()>',
  '<input data-canary autofocus onfocus=canary()>',
  '<details data-canary open ontoggle=canary()>',
  '<video data-canary><source onerror=canary()></video>',
  '<math><mtext><img data-canary src=x onerror=canary()></mtext></math>',
  '<style>@import "javascript:canary()"</style>',
  '<object data-canary data="javascript:canary()">',
  '<embed data-canary src="javascript:canary()">',
  '<form data-canary action=javascript:canary()><button>x</button></form>',
  '<meta data-canary http-equiv=refresh content="0;url=javascript:canary()">',
  '<base data-canary href="//attacker.example/">',
  '<template data-canary><script>canary()</script></template>',
  '<marquee data-canary onstart=canary()>x</marquee>',
  '<x data-canary style="animation-name:x" onanimationstart=canary()>',
  '{{constructor.constructor("canary()")()}}',
  '${canary()}',
  '<0><img data-canary src=x onerror=canary()></0>',
  '{name, select, other {<img data-canary src=x onerror=canary()>}}',
  '__proto__',
  '<noscript><p title="</noscript><img data-canary src=x onerror=canary()>">',
  '<svg><a data-canary xlink:href="javascript:canary()"><text>x</text></a></svg>',
  '<link data-canary rel=stylesheet href="javascript:canary()">',
];
const surroundings = ['', '">', "'>", '</title>', '</textarea>', '</script>', '-->', ']]>', '`', '\u2028'];
/** 300 ways to get out of whatever a text stands in. */
export const payloads = surroundings.flatMap((before) => markups.map((markup) => before + markup));

/** Puts a payload in the place of every text under one of these names, each time another one. */
export function poison(names: ReadonlySet<string>): {
  readonly of: (value: unknown, name?: string) => unknown;
  readonly used: () => number;
} {
  let used = 0;
  const of = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => of(item, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, of(each, key)]));
    }
    if (!names.has(name) || (typeof value !== 'string' && value !== null)) return value;
    used += 1;
    return payloads[used % payloads.length];
  };
  return { of, used: () => used };
}
