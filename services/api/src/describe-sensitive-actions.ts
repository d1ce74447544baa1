import { routeAccess, type RouteName } from './route-access.ts';
import { sensitiveActions } from './sensitive-actions.ts';

/** `docs/security/sensitive-actions.md`. */
export function describeSensitiveActions(): string {
  const rows = Object.entries(sensitiveActions).map(([name, { does, demands, follows }]) => {
    const session = routeAccess[name as RouteName] === 'public' ? 'no' : 'yes';
    return `| \`${name}\` | ${does} | ${session} | ${demands.join('; ')} | ${follows} |`;
  });
  return [
    '# Sensitive actions and what each of them requires',
    '',
    'After reading this page you know every action of a person that opens an account, logs in, changes what protects the',
    'account, or moves money: what each of them requires, and what follows it.',
    '',
    '`npm run sensitive-actions` generates this page from `services/api/src/sensitive-actions.ts`, and a test fails when it',
    'is not current. Two other tests cover every action that asks for the login password again, or for the factors of a',
    'transfer. They try each action without factors, with wrong ones and with right ones.',
    '',
    'During a *sending hold* the person can send only to known addresses, to which they have sent before. A *notice* goes to',
    'every phone number and e-mail address of the account.',
    '',
    '| route | what it does | session | what it requires | what follows |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'All other routes only read data, or change nothing that protects an account or moves money. With a session alone, one',
    'can also change who can find the person (`discovery.setDiscovery`), remove a saved address',
    '(`addressBook.removeAddress`), and keep an own rule that is about to end (`addressBook.keepAddressRule`). The last two',
    'only narrow where money can go ([decision](../decisions/0070-own-rules-about-receivers.md)).',
    '',
  ].join('\n');
}
