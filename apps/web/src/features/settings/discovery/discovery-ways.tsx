import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { DiscoveryView } from '@tern/contracts/routes/discovery';
import { Card } from '@tern/ui/card';
import { Switch } from '@tern/ui/switch';
import { accountQuery } from '../../../shared/queries.ts';

/** A switch for each contact the person has, and one for a username. */
export function DiscoveryWays(props: {
  discovery: DiscoveryView;
  /** The one they have now; empty while they have none. */
  username: string;
  change: (changes: Partial<DiscoveryView>) => void;
}) {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  const maskedOf = (kind: 'phone' | 'email') => account.contacts.find((contact) => contact.kind === kind)?.masked;
  const [phone, email] = [maskedOf('phone'), maskedOf('email')];
  return (
    <Card flush>
      {phone === undefined ? null : (
        <Switch
          label={t`By my phone number`}
          note={<bdi dir="ltr">{phone}</bdi>}
          checked={props.discovery.byPhone}
          onChange={(on) => props.change({ byPhone: on })}
        />
      )}
      {email === undefined ? null : (
        <Switch
          label={t`By my e-mail address`}
          note={<bdi dir="ltr">{email}</bdi>}
          checked={props.discovery.byEmail}
          onChange={(on) => props.change({ byEmail: on })}
        />
      )}
      <Switch
        label={t`By a username`}
        note={<bdi dir="ltr">{props.username === '' ? '@…' : props.username}</bdi>}
        checked={props.discovery.byUsername}
        onChange={(on) => props.change({ byUsername: on })}
      />
    </Card>
  );
}
