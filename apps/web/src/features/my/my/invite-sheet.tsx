import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { CopyIcon, ShareIcon } from '@tern/ui/inside-icons';
import { Loaded } from '@tern/ui/loaded';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { CopyButton, copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { sharePicture } from '../../../shared/inside/share-picture.ts';
import { QrCode } from '../../../shared/my+safety/qr-code.tsx';
import { paths } from '../../../shared/paths.ts';
import { invitesQuery } from './invites-query.ts';

type InviteSheetProps = { open: boolean; onClose: () => void; code: string };

/** The invite code to copy, to show and to share, and how many people came by it. */
export function InviteSheet({ open, onClose, code }: InviteSheetProps) {
  const { t } = useLingui();
  const link = `${location.origin}${paths.register}?${new URLSearchParams({ invite: code })}`;
  const copied = t`Link copied`;
  const copyLink = () => copyAndTell(link, copied, t`Copying failed`);
  return (
    <Sheet open={open} onClose={onClose} title={t`Invite people`}>
      <p className="ink-2">
        <Trans>
          Your code only shows us that somebody came through you. Neither of you is paid for it, and you never see who
          it was.
        </Trans>
      </p>
      <div className="my-invite-qr">
        <QrCode text={link} label={t`QR code of your invite link`} />
      </div>
      <Card flush>
        <Row
          slim
          title={t`Invite code`}
          end={
            <span className="cluster">
              <bdi dir="ltr" translate="no">
                {code}
              </bdi>
              <CopyButton text={code} label={t`Copy invite code`} done={t`Invite code copied`} />
            </span>
          }
        />
        <Invited open={open} />
      </Card>
      <div className="pair">
        <Button needsConnection={false} onClick={() => void share(link, copyLink)}>
          <ShareIcon size="s" />
          <Trans>Share</Trans>
        </Button>
        <Button kind="quiet" needsConnection={false} onClick={() => void copyLink()}>
          <CopyIcon size="s" />
          <Trans>Copy link</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

/** Where the system has no sheet to share with, the link is copied, to be pasted anywhere. */
async function share(link: string, copyLink: () => Promise<void>) {
  if (!(await sharePicture({ text: link, picture: undefined }))) await copyLink();
}

function Invited({ open }: { open: boolean }) {
  const { t } = useLingui();
  const query = useQuery({ ...invitesQuery, enabled: open });
  return (
    <Loaded
      query={query}
      loading={<SkeletonRows count={1} />}
      failed={<Trans>Couldn’t load how many people came.</Trans>}
    >
      {({ count }) => (
        <Row
          slim
          title={t`Registered with your code`}
          end={count === 0 ? <Trans>Nobody yet</Trans> : <Plural value={count} one="# person" other="# people" />}
        />
      )}
    </Loaded>
  );
}
