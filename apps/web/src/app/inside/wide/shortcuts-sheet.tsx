import { useLingui } from '@lingui/react/macro';
import { Sheet } from '@tern/ui/sheet';
import { Switch } from '@tern/ui/switch';
import { paths } from '../../../shared/paths.ts';
import { turnShortcuts, useShortcutsOn } from '../../../shared/shortcuts-choice.ts';
import type { tabs } from '../tabs.tsx';
import { goKeys } from './go-keys.ts';

type Tab = NonNullable<(typeof tabs)[keyof typeof tabs]>;

/** Every key with what it does, and the switch for all of them. */
export function ShortcutsSheet(props: { open: boolean; tabs: readonly Tab[]; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const isOn = useShortcutsOn();
  const pages = [
    ...props.tabs.map(({ path, label }) => ({ path, name: i18n._(label) })),
    { path: paths.messages, name: t`Messages` },
  ];
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Keyboard shortcuts`}>
      <dl className="shortcuts">
        <Shortcut keys={['/']} does={t`Search this page`} />
        {pages.map(({ path, name }) => (
          <Shortcut key={path} keys={['G', goKeys.get(path)?.toUpperCase() ?? '']} does={name} />
        ))}
        <Shortcut keys={['S']} does={t`Transfer`} />
        <Shortcut keys={['?']} does={t`Keyboard shortcuts`} />
      </dl>
      <Switch label={t`Use keyboard shortcuts`} checked={isOn} onChange={turnShortcuts} />
    </Sheet>
  );
}

function Shortcut(props: { keys: readonly string[]; does: string }) {
  return (
    <div>
      <dt>{props.does}</dt>
      <dd dir="ltr">
        {props.keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
