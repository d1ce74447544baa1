import { useLingui } from '@lingui/react/macro';
import { KeyboardIcon } from '@tern/ui/inside-icons';
import { Switch } from '@tern/ui/switch';
import { turnShortcuts, useShortcutsOn } from '../../../shared/shortcuts-choice.ts';

/** Whether single keys do something, for those who press keys by accident or by voice. */
export function ShortcutsSwitch() {
  const { t } = useLingui();
  const isOn = useShortcutsOn();
  return <Switch icon={<KeyboardIcon />} label={t`Use keyboard shortcuts`} checked={isOn} onChange={turnShortcuts} />;
}
