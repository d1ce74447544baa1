import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '@tern/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

const restMs = 300;

/**
 * Looks for a name, address, transaction id, memo or amount, once the person has stopped typing for a moment or leaves the
 * field. A search changes the page's address: one that came late would call back a person who is on the way elsewhere.
 */
export function RecordSearch(props: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui();
  const { onSearch, value } = props;
  const [typed, setTyped] = useState(value);
  const isLeaving = useNavigation().state !== 'idle';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (typed.trim() === value || isLeaving) return;
    timer.current = setTimeout(() => onSearch(typed.trim()), restMs);
    return () => clearTimeout(timer.current);
  }, [typed, value, isLeaving, onSearch]);
  function searchNow() {
    clearTimeout(timer.current);
    if (typed.trim() !== value) onSearch(typed.trim());
  }
  return (
    <TextField
      label={<span className="visually-hidden">{t`Search records`}</span>}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      placeholder={t`Name, address, memo, amount`}
      hint={<Trans>Part of it is enough, but amounts must be exact.</Trans>}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={searchNow}
    />
  );
}
