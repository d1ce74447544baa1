import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonView } from '@tern/contracts/routes/console-people';
import { useEffect, useRef, type ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { DeclareOwn } from './declare-own.tsx';
import { Hold } from './hold.tsx';
import { Reveal } from './reveal.tsx';

/** What an operator can do about a person: in a menu, so that nothing is pressed in passing, each with its reason. */
export function PersonActions({ person }: { person: PersonView }) {
  const { t } = useLingui();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      // A dialog over the menu is closed first.
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null && menu.current !== null)
        menu.current.open = false;
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  const { id } = person;
  const blocked = person.own
    ? t`You have declared this account as close to you. Another operator has to decide.`
    : undefined;
  const isFrozen = person.stops.some(({ kind }) => kind === 'account-frozen');
  // What was done stands at the head of the page, which the menu would cover.
  useEffect(() => {
    if (menu.current !== null) menu.current.open = false;
  }, [isFrozen]);
  return (
    <details ref={menu} className="people-menu">
      <summary className="button button-quiet">
        <Trans>Actions</Trans>
      </summary>
      <div className="panel panels">
        <Action
          title={isFrozen ? t`End the hold` : t`Put the account on hold`}
          note={
            isFrozen
              ? t`The person can send and swap again at once, and is told.`
              : t`Nothing leaves the account until the hold ends. The person is told, and can still log in.`
          }
        >
          <Hold person={person} blocked={blocked} />
        </Action>
        <Action
          title={t`Sign out everywhere`}
          note={t`Ends every session of the person. They log in again with all their factors.`}
        >
          <SignedAction
            label={t`Sign out everywhere`}
            kind="danger"
            roles={['reviewer', 'administrator']}
            blocked={blocked}
            noteLabel={t`Why`}
            ask={(note) => api.people.askSignOut({ id, note })}
            take={async (note, _more, proof) => {
              await api.people.signOutPerson({ said: { id, note }, proof });
              return 'done';
            }}
          />
        </Action>
        <Action title={t`Contacts in full`} note={t`Phone and e-mail, for a reason that stays in the log.`}>
          <Reveal id={id} left={person.revealsLeft} />
        </Action>
        <Action
          title={t`Close to you`}
          note={t`If the account is yours or of somebody close to you, say so. You then decide nothing about it, for good.`}
        >
          <DeclareOwn id={id} own={person.own} />
        </Action>
      </div>
    </details>
  );
}

function Action({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <p className="ink-2">{note}</p>
      {children}
    </section>
  );
}
