import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { CircleCheckIcon, CircleXIcon, InfoIcon, RotateCwIcon } from '@tern/ui/icons';
import { CopyIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { useEffect, useState } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { copyAndTell } from '../../../shared/inside/copy-button.tsx';
import { readOwnBuild } from '../../../shared/own-build.ts';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import { checkIds, checkTexts } from './check-texts.ts';
import { runChecks, type CheckId, type Finding } from './checks.ts';
import './self-check-page.css';
import { writeReport } from './write-report.ts';

type Findings = Partial<Record<CheckId, Finding>>;

/** In some languages what is said last takes two lines: what stands below does not move then. */
const twoLines = { minBlockSize: '3rem' };

/** Whether everything the wallet needs works here and now. Open to everybody, and shows nothing about anybody. */
function SelfCheckPage() {
  const { t, i18n } = useLingui();
  const { data: installation } = useQuery(installationQuery);
  const [findings, setFindings] = useState<Findings>({});
  const [running, setRunning] = useState(true);
  const [round, setRound] = useState(1);
  useEffect(() => {
    let isOver = false;
    const note = (id: CheckId, finding: Finding) => {
      if (!isOver) setFindings((known) => ({ ...known, [id]: finding }));
    };
    void runChecks(note).then(() => {
      if (!isOver) setRunning(false);
    });
    return () => {
      isOver = true;
    };
  }, [round]);
  function checkAgain() {
    setRunning(true);
    setFindings({});
    setRound(round + 1);
  }
  const failed = checkIds.filter((id) => findings[id]?.state === 'bad').length;
  return (
    <Page
      bar={
        <AppBar
          title={t`Self-check`}
          back={<BackButton fallback={hasSignedInBefore() ? paths.about : paths.login} />}
        />
      }
      foot={
        <div className="stack gap-2">
          <Button kind="quiet" block busy={running} needsConnection={false} onClick={checkAgain}>
            <RotateCwIcon size="s" />
            <Trans>Check again</Trans>
          </Button>
          <Button
            kind="quiet"
            block
            disabled={running}
            onClick={() =>
              void copyAndTell(
                writeReport({ version: installation?.version, build: readOwnBuild(), findings }),
                t`Report copied`,
                t`Copying failed`,
              )
            }
          >
            <CopyIcon size="s" />
            <Trans>Copy report</Trans>
          </Button>
        </div>
      }
    >
      <p className="ink-2" style={twoLines} role="status">
        {running ? (
          <Trans>Checking …</Trans>
        ) : failed === 0 ? (
          <Trans>Everything the wallet needs works here.</Trans>
        ) : (
          <Trans>Something doesn’t work here. The list below says what to do.</Trans>
        )}
      </p>
      <Card flush>
        <ul>
          {checkIds.map((id) => (
            <li key={id} className="self-check-item">
              <CheckRow name={i18n._(checkTexts[id].name)} help={i18n._(checkTexts[id].help)} finding={findings[id]} />
            </li>
          ))}
        </ul>
      </Card>
      <Card flush>
        <Row slim title={t`Version`} end={<bdi dir="ltr">{installation?.version ?? '…'}</bdi>} />
        <Row slim title={t`Build`} end={<bdi dir="ltr">{readOwnBuild() ?? '–'}</bdi>} />
      </Card>
    </Page>
  );
}

function CheckRow(props: { name: string; help: string; finding: Finding | undefined }) {
  const { t } = useLingui();
  const { finding, help } = props;
  const words = { good: t`works`, bad: t`does not work`, aside: t`not available, not required` };
  return (
    <Row
      start={
        <span className={finding?.state === 'good' ? 'positive' : finding?.state === 'bad' ? 'danger' : 'ink-3'}>
          {finding?.state === 'good' ? <CircleCheckIcon /> : finding?.state === 'bad' ? <CircleXIcon /> : <InfoIcon />}
        </span>
      }
      title={
        <>
          {props.name}
          <span className="visually-hidden">: {finding === undefined ? t`checking` : words[finding.state]}</span>
        </>
      }
      note={
        finding === undefined ? (
          <Trans>checking</Trans>
        ) : (
          <>
            <bdi dir="ltr" className="long-words">
              {finding.detail}
            </bdi>
            {finding.state === 'bad' ? <span className="self-check-help">{help}</span> : null}
          </>
        )
      }
    />
  );
}

export { SelfCheckPage as Component };
