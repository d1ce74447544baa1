import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bird } from '@tern/ui/bird';
import { Chip } from '@tern/ui/chip';
import {
  BooksIcon,
  ChecklistIcon,
  CoinsIcon,
  FlagIcon,
  GiftIcon,
  HoldIcon,
  HomeIcon,
  InboxIcon,
  KeyIcon,
  LandmarkIcon,
  MegaphoneIcon,
  MessageSquareIcon,
  NoticesIcon,
  PeopleIcon,
  PercentIcon,
  PowerIcon,
  ReviewIcon,
  OperatorIcon,
  ScreeningIcon,
  ScrollIcon,
  SparklesIcon,
  TransactionsIcon,
  WebhookIcon,
} from '@tern/ui/console-icons';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { Link, NavLink, Outlet, useNavigate } from 'react-router';
import { BreakGlassBanner } from '../features/operators/break-glass-banner.tsx';
import { SearchButton } from '../features/search/search-button.tsx';
import { api } from '../shared/api.ts';
import { chooseLanguage, languages } from '../shared/i18n.ts';
import { operatorQuery, useOperator } from '../shared/operator.ts';
import { listOf, mayOpen, pageNames, type PagePath } from '../shared/pages.ts';
import { RoleName } from '../shared/role-name.tsx';
import { SigningProvider } from '../shared/signing/signing.tsx';
import { waitingQuery } from '../shared/waiting-query.ts';

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

/** The pages in groups, each with how much of what waits stands on it. */
const groups = [
  {
    name: msg`Money`,
    areas: [
      ['/reviews', ReviewIcon],
      ['/screening', ScreeningIcon],
      ['/transactions', TransactionsIcon],
      ['/stuck', InboxIcon],
      ['/quarantine', HoldIcon],
      ['/treasury', LandmarkIcon],
      ['/books', BooksIcon],
      ['/changes', CoinsIcon],
    ],
  },
  {
    name: msg`People`,
    areas: [
      ['/people', PeopleIcon],
      ['/entries', FlagIcon],
      ['/resolutions', GiftIcon],
      ['/complaints', MessageSquareIcon],
      ['/activities', SparklesIcon],
    ],
  },
  {
    name: msg`Service`,
    areas: [
      ['/announcements', MegaphoneIcon],
      ['/terms', PercentIcon],
      ['/switches', PowerIcon],
      ['/first-steps', ChecklistIcon],
      ['/operators', OperatorIcon],
      ['/webhooks', WebhookIcon],
      ['/keys', KeyIcon],
      ['/notices', NoticesIcon],
      ['/log', ScrollIcon],
    ],
  },
] as const satisfies readonly { name: unknown; areas: readonly (readonly [PagePath, unknown])[] }[];

function Nav() {
  const { t, i18n } = useLingui();
  const operator = useOperator();
  const { data: waiting } = useQuery(waitingQuery);
  const [open, setOpen] = useState(false);
  // On a phone the menu makes room for the page that was chosen.
  const close = () => setOpen(false);
  const countOf = (isWanted: (page: PagePath) => boolean): number | undefined =>
    waiting?.kinds.filter(({ kind }) => isWanted(listOf[kind])).reduce((sum, { items }) => sum + items, 0);
  return (
    <nav className={open ? 'nav nav-open' : 'nav'} aria-label={t`Console`}>
      <div className="nav-head">
        <Bird size={24} />
        <span className="nav-product">{operator.product}</span>{' '}
        <Chip kind={operator.network === 'mainnet' ? 'neutral' : 'waiting'}>{networkNames[operator.network]}</Chip>
        <button type="button" className="nav-menu" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Trans>Menu</Trans>
        </button>
      </div>
      <SearchButton />
      <div className="nav-areas">
        <Area to="/" icon={<HomeIcon size="s" />} label={t`Home`} count={countOf(() => true)} onChoose={close} />
        {groups.map(({ name, areas }) => (
          <Fragment key={name.id}>
            <p className="nav-group">{i18n._(name)}</p>
            {areas.map(([to, Icon]) =>
              !mayOpen(operator.role, to) ? null : (
                <Area
                  key={to}
                  to={to}
                  icon={<Icon size="s" />}
                  label={i18n._(pageNames[to])}
                  count={countOf((page) => page === to)}
                  onChoose={close}
                />
              ),
            )}
          </Fragment>
        ))}
        <Account />
      </div>
    </nav>
  );
}

function Area(props: { to: string; icon: ReactNode; label: string; count?: number | undefined; onChoose: () => void }) {
  return (
    <NavLink to={props.to} className="nav-area" title={props.label} end={props.to === '/'} onClick={props.onChoose}>
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
        <Link className="link" to={`/operators/${name}`}>
          {name}
        </Link>
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
