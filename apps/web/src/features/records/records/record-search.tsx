import { Trans, useLingui } from '@lingui/react/macro';
import { TextField } from '@tern/ui/text-field';
import { useEffect, useState } from 'react';

const restMs = 300;

/** Looks for a name, address, transaction id, memo or amount, once the person has stopped typing for a moment. */
export function RecordSearch(props: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui();
  const { onSearch, value } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
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
    />
  );
}
