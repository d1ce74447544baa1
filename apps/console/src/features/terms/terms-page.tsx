import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import { termNames, type TermName } from '@tern/contracts/terms';
import { Chip } from '@tern/ui/chip';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Money } from '../../shared/money.tsx';
import { useSymbolOf } from '../../shared/operator.ts';
import { Page } from '../../shared/page.tsx';
import { useTermTexts } from '../../shared/term-texts.ts';
import { Levels } from './levels.tsx';
import { TermProposals } from './term-proposals.tsx';
import { TermsForm } from './terms-form.tsx';

type SignerLimit = ConsoleTermsView['signer'][number];
type Version = ConsoleTermsView['versions'][number];

/** Fees and limits: what is in force, what is to come and from when, and changing them by two. */
export function TermsPage() {
  const terms = useQuery({ queryKey: ['terms'], queryFn: () => api.terms.showTerms(), refetchInterval: 10_000 });
  return (
    <Page title={<Trans>Fees and limits</Trans>} aside={<HelpLink page="terms" />} query={terms}>
      {(found) => (
        <>
          <Ignored names={found.ignoredSettings} />
          <TermProposals found={found} />
          <TermsForm found={found} />
          <Levels levels={found.levels} />
          <Signer limits={found.signer} />
          <History versions={found.versions} current={found.current} />
        </>
      )}
    </Page>
  );
}

function Ignored({ names }: { names: readonly TermName[] }) {
  const { nameOf } = useTermTexts();
  const { i18n } = useLingui();
  if (names.length === 0) return null;
  const list = new Intl.ListFormat(i18n.locale).format(names.map(nameOf));
  return (
    <p className="panel">
      <Trans>
        The settings of the installation say something else about: {list}. They were its first fees and limits and have
        no effect any more.
      </Trans>
    </p>
  );
}

/** The signer's limits are its own: whoever raises those of people above them has to know. */
function Signer({ limits }: { limits: ConsoleTermsView['signer'] }) {
  const { t } = useLingui();
  const symbolOf = useSymbolOf();
  if (limits.length === 0) return null;
  const money = (id: 'sends' | 'signs' | 'sendsADay' | 'signsADay', name: string): DataColumn<SignerLimit> => ({
    id,
    name,
    fixed: true,
    end: true,
    cell: ({ assetId, [id]: amount }) =>
      amount === null ? t`not heard of yet` : <Money amount={amount} assetId={assetId} />,
  });
  const columns: readonly DataColumn<SignerLimit>[] = [
    { id: 'asset', name: t`Asset`, fixed: true, cell: ({ assetId }) => symbolOf(assetId) },
    money('sends', t`Largest send`),
    money('signs', t`Signed alone`),
    money('sendsADay', t`Without review in 24 hours`),
    money('signsADay', t`Signed alone in 24 hours`),
    {
      id: 'status',
      name: t`Status`,
      fixed: true,
      cell: ({ above }) =>
        above === null ? null : (
          <Chip kind={above ? 'waiting' : 'positive'}>{above ? t`above the signer’s` : t`within`}</Chip>
        ),
    },
  ];
  return (
    <GivenTable
      name="terms-signer"
      long
      label={t`What the signer signs by itself`}
      columns={columns}
      rows={limits}
      keyOf={({ assetId }) => assetId}
      empty={null}
      foot={
        <p className="ink-2">
          <Trans>
            What is above waits for the security keys of two of the signer’s operators. Its limits are its own and are
            changed with those keys alone.
          </Trans>
        </p>
      }
    />
  );
}

/** Every version of the fees and limits; a row says what it changed. */
function History({ versions, current }: { versions: readonly Version[]; current: number }) {
  const { t } = useLingui();
  const columns: readonly DataColumn<Version>[] = [
    { id: 'version', name: t`Version`, fixed: true, sortBy: ({ version }) => version, cell: ({ version }) => version },
    {
      id: 'from',
      name: t`In force from`,
      fixed: true,
      sortBy: ({ effectiveAt }) => effectiveAt,
      cell: ({ effectiveAt }) => formatTime(effectiveAt),
    },
    {
      id: 'decided',
      name: t`Decided by`,
      fixed: true,
      cell: ({ proposedBy, decidedBy, decidedAt }) =>
        decidedBy === null ? (
          <Trans>What the settings said when the installation began</Trans>
        ) : (
          <>
            <Trans>
              {proposedBy} and {decidedBy}
            </Trans>
            <p className="ink-2">{formatTime(decidedAt)}</p>
          </>
        ),
    },
    {
      id: 'changes',
      name: t`Changes`,
      fixed: true,
      whole: true,
      cell: (version) => <Changed version={version} before={versions[versions.indexOf(version) + 1]} />,
    },
    {
      id: 'status',
      name: t`Status`,
      fixed: true,
      cell: ({ version }) =>
        version === current ? (
          <Chip kind="positive">{t`in force`}</Chip>
        ) : version > current ? (
          <Chip kind="waiting">{t`to come`}</Chip>
        ) : (
          <Chip kind="neutral">{t`former`}</Chip>
        ),
    },
  ];
  return (
    <GivenTable
      name="terms-versions"
      label={t`All versions, as anybody may read them`}
      columns={columns}
      rows={versions}
      keyOf={({ version }) => String(version)}
      empty={null}
    />
  );
}

function Changed({ version, before }: { version: Version; before: Version | undefined }) {
  const { nameOf, say } = useTermTexts();
  return (
    <>
      {before === undefined
        ? null
        : termNames
            .filter((name) => version.values[name] !== before.values[name])
            .map((name) => (
              <p key={name}>
                {nameOf(name)}: {say(name, before.values[name])} → {say(name, version.values[name])}
              </p>
            ))}
      {version.decidedBy === null ? null : <p className="ink-2">{version.note}</p>}
    </>
  );
}
