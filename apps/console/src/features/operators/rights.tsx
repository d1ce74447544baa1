import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ConsoleContract } from '@tern/contracts/console-contract';
import { operatorRole } from '@tern/contracts/routes/console-access';
import type { OperatorsView } from '@tern/contracts/routes/console-operators';
import { useRoleNames } from '../../shared/role-names.ts';

type Area = Exclude<keyof ConsoleContract, 'access' | 'home' | 'search' | 'notices'>;

const areas = {
  reviews: msg`Withdrawals`,
  entries: msg`Entries of activities`,
  activities: msg`Activities`,
  transactions: msg`Transactions`,
  work: msg`Treasury, stuck items and quarantine`,
  announcements: msg`Announcements`,
  resolutions: msg`Bonuses and resets`,
  changes: msg`Funds, pairs, fees, webhooks and service keys`,
  terms: msg`Terms in force`,
  complaints: msg`Complaints`,
  flows: msg`Switches`,
  house: msg`Treasury orders`,
  operators: msg`Operators`,
  people: msg`People`,
  books: msg`Books`,
  screening: msg`Lists of refused addresses`,
  webhooks: msg`Deliveries of webhooks`,
  keys: msg`Service keys and their calls`,
  log: msg`Audit log`,
} as const satisfies Record<Area, unknown>;

const rights = { none: msg`–`, reads: msg`see`, acts: msg`see and act` } as const;

/** What each role may do, as the server holds to it. */
export function Rights({ rights: given }: Pick<OperatorsView, 'rights'>) {
  const { t, i18n } = useLingui();
  const roleNames = useRoleNames();
  return (
    <section className="panel">
      <h2>
        <Trans>What each role may do</Trans>
      </h2>
      <section className="operators-rights" aria-label={t`What each role may do`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Area</Trans>
              </th>
              {operatorRole.options.map((role) => (
                <th key={role}>{roleNames[role]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {given.map(({ area, of }) => (
              <tr key={area}>
                <td>{i18n._(areas[area as Area])}</td>
                {operatorRole.options.map((role) => (
                  <td key={role} className={of[role] === 'acts' ? undefined : 'ink-2'} data-name={roleNames[role]}>
                    {i18n._(rights[of[role]])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="ink-2">
        <Trans>
          Acting includes proposing, approving, downloading files and writing notes. No role includes another.
        </Trans>{' '}
        <Trans>
          Whatever their role, operators also add and remove their own keys, cancel a break-glass, look for a person by
          a phone number or e-mail they know in full, and say which accounts are their own.
        </Trans>
      </p>
    </section>
  );
}
