import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Switch } from '@tern/ui/switch';
import { UserRoundIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { isLoginRemembered, rememberLogin, setLoginRemembered } from '../../../shared/last-login.ts';
import { accountQuery } from '../../../shared/queries.ts';

/** Whether the login page of this device says who logged in last. */
export function RememberLoginSwitch() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const [on, setOn] = useState(isLoginRemembered);
  return (
    <Switch
      icon={<UserRoundIcon />}
      label={t`Remember me on the login page`}
      note={t`Shows the last area code and a masked account, for example •••• 4417. Only on this device.`}
      checked={on}
      onChange={(next) => {
        setLoginRemembered(next);
        if (next) rememberLogin(account);
        setOn(next);
      }}
    />
  );
}
