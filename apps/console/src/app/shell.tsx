import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bird } from '@tern/ui/bird';
import { Chip } from '@tern/ui/chip';
import {
  ChecklistIcon,
  CoinsIcon,
  FlagIcon,
  GiftIcon,
  HoldIcon,
  InboxIcon,
  LandmarkIcon,
  MegaphoneIcon,
  MessageSquareIcon,
  PeopleIcon,
  PercentIcon,
  PowerIcon,
  ReviewIcon,
  OperatorIcon,
  ScrollIcon,
  SparklesIcon,
} from '@tern/ui/console-icons';
import { useEffect, type ReactNode } from 'react';
import { NavLink, Outlet, useNavigate } from 'react-router';
import { BreakGlassBanner } from '../features/operators/break-glass-banner.tsx';
import { api } from '../shared/api.ts';
import { chooseLanguage, languages } from '../shared/i18n.ts';
import { operatorQuery, useOperator } from '../shared/operator.ts';
import { operatorsQuery } from '../shared/operators-queries.ts';
import { reviewsQuery } from '../shared/reviews-query.ts';
import { RoleName } from '../shared/role-name.tsx';
import { SigningProvider } from '../shared/signing/signing.tsx';
import {
  resolutionsQuery,
  complaintsQuery,
  entriesQuery,
  firstStepsQuery,
  quarantineQuery,
  stuckQuery,
} from '../shared/work-queries.ts';

/** The frame of every page: where one is, what waits, on which network, as whom. */
export function Shell() {
  const operator = useOperator();
  useEffect(() => {
    document.title = `${operator.product} · Console`;
  }, [operator.product]);
  return (
    <SigningProvider>
      <BreakGlassBanner />
      <div className="console">
        <Nav />
        <Outlet />
      </div>
    </SigningProvider>
  );
}

const networkNames = { local: 'Local', private: 'Private', nile: 'Nile', mainnet: 'Mainnet' } as const;

function Nav() {
  const { t } = useLingui();
  const operator = useOperator();
  const { data: reviews } = useQuery(reviewsQuery({}));
  const { data: entries } = useQuery(entriesQuery);
  const { data: stuck } = useQuery(stuckQuery);
  const { data: held } = useQuery(quarantineQuery);
  const { data: resolutions } = useQuery(resolutionsQuery);
  const mayAnswer = operator.role === 'reviewer' || operator.role === 'administrator';
  const { data: complaints } = useQuery({ ...complaintsQuery, enabled: mayAnswer });
  const unanswered = complaints?.complaints.filter(({ answer }) => answer === null).length;
  const { data: operators } = useQuery(operatorsQuery);
  const proposals = operators?.changes.filter(({ state }) => state === 'proposed').length;
  const resolutionsCount = resolutions && resolutions.bonuses.length + resolutions.resets.length;
  const stuckCount = stuck && stuck.payouts.length + stuck.pauses.length + stuck.orders.length;
  const { data: firstSteps } = useQuery(firstStepsQuery);
  const openSteps = firstSteps?.steps.filter(({ state }) => state === 'open').length;
  const quarantined = held && held.freezes.length + held.suspense.length + held.grave.length;
  return (
    <nav className="nav" aria-label={t`Console`}>
      <div className="nav-head">
        <Bird size={24} />
        <span className="nav-product">{operator.product}</span>
        <Chip kind={operator.network === 'mainnet' ? 'neutral' : 'waiting'}>{networkNames[operator.network]}</Chip>
      </div>
      <Area to="/reviews" icon={<ReviewIcon size="s" />} label={t`Withdrawals`} count={reviews?.reviews.length} />
      <Area to="/entries" icon={<FlagIcon size="s" />} label={t`Entries`} count={entries?.entries.length} />
      <Area to="/stuck" icon={<InboxIcon size="s" />} label={t`Stuck items`} count={stuckCount} />
      <Area to="/quarantine" icon={<HoldIcon size="s" />} label={t`Quarantine`} count={quarantined} />
      <Area to="/resolutions" icon={<GiftIcon size="s" />} label={t`Bonuses and resets`} count={resolutionsCount} />
      {mayAnswer ? (
        <Area to="/complaints" icon={<MessageSquareIcon size="s" />} label={t`Complaints`} count={unanswered} />
      ) : null}
      <Area to="/people" icon={<PeopleIcon size="s" />} label={t`People`} />
      <Area to="/announcements" icon={<MegaphoneIcon size="s" />} label={t`Announcements`} />
      <Area to="/activities" icon={<SparklesIcon size="s" />} label={t`Activities`} />
      <Area to="/first-steps" icon={<ChecklistIcon size="s" />} label={t`First steps`} count={openSteps} />
      <Area to="/treasury" icon={<LandmarkIcon size="s" />} label={t`Treasury`} />
      <Area to="/changes" icon={<CoinsIcon size="s" />} label={t`Funds and pairs`} />
      <Area to="/terms" icon={<PercentIcon size="s" />} label={t`Fees and limits`} />
      <Area to="/switches" icon={<PowerIcon size="s" />} label={t`Switches`} />
      <Area to="/operators" icon={<OperatorIcon size="s" />} label={t`Operators`} count={proposals} />
      <Area to="/log" icon={<ScrollIcon size="s" />} label={t`Audit log`} />
      <Account />
    </nav>
  );
}

function Area(props: { to: string; icon: ReactNode; label: string; count?: number | undefined }) {
  return (
    <NavLink to={props.to} className="nav-area" title={props.label}>
      {props.icon}
      <span className="nav-label">{props.label}</span>
      {props.count === undefined || props.count === 0 ? null : <b>{props.count}</b>}
    </NavLink>
  );
}

function Account() {
  const { t, i18n } = useLingui();
  const { name, role } = useOperator();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => api.access.signOut({}),
    onSuccess: async () => {
      await navigate('/sign-in', { replace: true });
      queries.removeQueries({ queryKey: operatorQuery.queryKey });
    },
  });
  return (
    <div className="nav-account">
      <div>
        <p className="body-strong">{name}</p>
        <p className="ink-2">
          <RoleName role={role} />
        </p>
      </div>
      <label className="nav-language">
        <span className="visually-hidden">{t`Language`}</span>
        <select
          value={i18n.locale}
          onChange={({ target }) => {
            const chosen = languages.find(({ id }) => id === target.value);
            if (chosen !== undefined) void chooseLanguage(chosen.id);
          }}
        >
          {languages.map(({ id, name: language }) => (
            <option key={id} value={id}>
              {language}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="link" onClick={() => signOut.mutate()}>
        <Trans>Sign out</Trans>
      </button>
    </div>
  );
}
