import { UserRoundIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import './avatar.css';

/** The person's picture, or the sign for one. Decoration beside their name. */
export function Avatar(props: { path: string | null | undefined }) {
  return props.path ? (
    <img className="avatar" src={props.path} alt="" width={56} height={56} />
  ) : (
    <Mark kind="deep" large>
      <UserRoundIcon />
    </Mark>
  );
}
