import { Trans, useLingui } from '@lingui/react/macro';
import { SearchIcon } from '@tern/ui/icons';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useMemo, useState } from 'react';
import { listAreaCodes, searchAreaCodes } from './area-codes.ts';
import './area-code-sheet.css';

/** Every country and region with its dial code, searchable by name, code or letters. */
export function AreaCodeSheet(props: {
  open: boolean;
  onClose: () => void;
  onChoose: (areaCode: { region: string; dialCode: string }) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const all = useMemo(() => listAreaCodes(), []);
  const found = searchAreaCodes(all, typed);
  function close() {
    setTyped('');
    props.onClose();
  }
  return (
    <Sheet open={props.open} onClose={close} title={t`Area code`}>
      <div className="area-codes-search">
        <TextField
          label={<span className="visually-hidden">{t`Search by country or code`}</span>}
          type="search"
          autoComplete="off"
          placeholder={t`Country or code`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          prefix={
            <span className="control-glass">
              <SearchIcon size="s" />
            </span>
          }
        />
      </div>
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t`${found.length} found`}
      </p>
      <ul className="area-codes">
        {found.map(({ region, dialCode, name, flag }) => (
          <li key={region}>
            <Row
              as="button"
              slim
              start={<span aria-hidden="true">{flag}</span>}
              title={name}
              end={<bdi dir="ltr">+{dialCode}</bdi>}
              onClick={() => {
                setTyped('');
                props.onChoose({ region, dialCode });
              }}
            />
          </li>
        ))}
        {found.length === 0 ? (
          <li className="list-none">
            <Trans>No matching countries or codes.</Trans>
          </li>
        ) : null}
      </ul>
    </Sheet>
  );
}
