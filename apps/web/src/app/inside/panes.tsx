import { StandsBeside } from '@tern/ui/page';
import { useState, type ReactNode } from 'react';
import { useLocation, useOutlet, type Location } from 'react-router';
import { AheadFrame } from '../ahead-frame.tsx';
import { useAhead } from '../ahead.ts';
import { At } from './at.tsx';
import { listOf, type ListPath } from './list-of.ts';
import { readListNote } from './list-note.ts';
import type { WideParts } from './wide-parts.ts';

/** The list that was shown last, as it was. */
type List = {
  readonly path: ListPath;
  readonly location: Location;
  readonly content: ReactNode;
  /** It was not opened by itself, but appeared beside a detail: its content is not the router's. */
  readonly isOwn: boolean;
  /** The entry of the history at which this was found. */
  readonly at: string;
};

/**
 * The page, and on wide screens the list beside it. A page is the same one at every width, and a list is the same one alone
 * and beside each of its details, so that neither loses its place or what was typed.
 */
export function Panes({ wide }: { wide: WideParts | undefined }) {
  const outlet = useOutlet();
  const location = useLocation();
  const next = useAhead();
  // Beside a list, the list stays.
  const ahead = wide === undefined && next?.isInside === true ? next : undefined;
  const [known, setKnown] = useState<List>();
  const list = followList(known, { outlet, location, wide });
  if (list !== known) setKnown(list);
  const isLeft = ahead !== undefined;
  const isList = list?.path === location.pathname;
  const { pathname, search } = location;
  return [
    ahead === undefined ? null : <AheadFrame key="ahead">{ahead.frame}</AheadFrame>,
    list !== undefined && (isList || wide !== undefined) ? (
      <Pane key={list.path} name={wide && 'list'} isLeft={isLeft} location={isList ? undefined : list.location}>
        {wide === undefined ? null : <wide.ListWork list={list.location} page={location} />}
        {list.content}
      </Pane>
    ) : null,
    isList ? (
      wide === undefined ? null : (
        <wide.NothingOpened key="nothing" />
      )
    ) : (
      <Pane
        // One record after another is not the same page with another text: what was begun there belongs to the first.
        key={`${pathname} ${new URLSearchParams(search).get('id')}`}
        name={wide && (list === undefined ? 'alone' : 'detail')}
        isLeft={isLeft}
        location={undefined}
      >
        {null}
        {outlet}
      </Pane>
    ),
  ];
}

function followList(
  known: List | undefined,
  now: { outlet: ReactNode; location: Location; wide: WideParts | undefined },
): List | undefined {
  const { outlet, location, wide } = now;
  const path = listOf(location);
  if (path === undefined) return undefined;
  const before = known?.path === path ? known : undefined;
  if (before?.at === location.key && before.location.pathname === path) return before;
  const at = location.key;
  if (location.pathname === path) {
    if (before?.isOwn === true) return { ...before, location, at };
    return { path, location, content: outlet, isOwn: false, at };
  }
  if (before === undefined && wide === undefined) return undefined;
  const noted = readListNote(history.state).search;
  if (before !== undefined) {
    if (noted === undefined || noted === before.location.search) return { ...before, at };
    return { ...before, location: { ...before.location, search: noted }, at };
  }
  const place = { ...location, pathname: path, search: noted ?? '', hash: '', key: path };
  return wide && { path, location: place, content: <wide.OwnList key={path} path={path} />, isOwn: true, at };
}

/** `location` is that of a list beside its detail; elsewhere a page is where the browser is. */
function Pane(props: {
  name: 'list' | 'detail' | 'alone' | undefined;
  /** The frame of the next page stands in its place already. */
  isLeft: boolean;
  location: Location | undefined;
  children: ReactNode;
}) {
  const { location } = props;
  return (
    <At to={location}>
      <StandsBeside value={location !== undefined}>
        <div className="pane" hidden={props.isLeft} data-pane={props.name} role={location && 'complementary'}>
          {props.children}
        </div>
      </StandsBeside>
    </At>
  );
}
