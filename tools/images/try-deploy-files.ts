import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPath } from '../command-line/is-on-path.ts';
import { makeTestCertificate } from './make-test-certificate.ts';

export type Tried = {
  readonly program: string;
  /** Package of Debian that has it. */
  readonly debian: string;
  /** `taken`; `missing` where the program is not installed here; otherwise what it said. */
  readonly outcome: string;
};

type Place = {
  /** A copy of deploy, which may be changed. */
  readonly folder: string;
  readonly change: (file: string, ...changes: readonly (readonly [RegExp, string])[]) => string;
};

type Trial = Omit<Tried, 'outcome'> & { readonly look: (place: Place) => string };

/** Shows the files in deploy to the programs that they are for, as far as these are installed here. */
export function tryDeployFiles(deploy: string, spoil: (text: string) => string = (text) => text): readonly Tried[] {
  return trials.map(({ program, debian, look }) => {
    if (!isOnPath(program) || !isOnPath('openssl')) return { program, debian, outcome: 'missing' };
    const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
    try {
      cpSync(deploy, folder, { recursive: true });
      return { program, debian, outcome: look(openPlace(folder, spoil)) };
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function openPlace(folder: string, spoil: (text: string) => string): Place {
  return {
    folder,
    change: (file, ...changes) => {
      const path = join(folder, file);
      const text = changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), readFileSync(path, 'utf8'));
      writeFileSync(path, spoil(text));
      return path;
    },
  };
}

const trials: readonly Trial[] = [
  {
    program: 'promtool',
    debian: 'prometheus',
    look: ({ folder, change }) => {
      writeFileSync(join(folder, 'metrics-token'), 'a token');
      const several = change('prometheus/several-machines.yml', [/\/etc\/prometheus/g, folder]);
      return call('promtool', 'check', 'config', several, change('prometheus/prometheus.yml'));
    },
  },
  {
    program: 'amtool',
    debian: 'prometheus-alertmanager',
    look: ({ change }) => {
      const file = change('prometheus/alertmanager.yml');
      const taken = call('amtool', 'check-config', file);
      if (taken !== 'taken') return taken;
      const route = ['config', 'routes', 'test', `--config.file=${file}`, 'alertname=DatabaseDown'];
      return call('amtool', ...route, '--verify.receivers=page', 'severity=page');
    },
  },
  {
    program: 'haproxy',
    debian: 'haproxy',
    look: ({ folder, change }) => {
      const { key, cert } = makeTestCertificate(folder);
      writeFileSync(join(folder, 'proxy-tls'), `${key}${cert}`);
      writeFileSync(join(folder, 'office.lst'), '203.0.113.0/24\n');
      const file = change('haproxy/haproxy.cfg', [/\/run\/secrets/g, folder], [/\/etc\/haproxy/g, folder]);
      return call('haproxy', '-c', '-f', file);
    },
  },
  {
    program: 'keepalived',
    debian: 'keepalived',
    look: ({ change }) => {
      const own = Object.keys(networkInterfaces()).find((name) => name !== 'lo') ?? 'eth0';
      const file = change('keepalived/keepalived.conf', [/interface eth0/g, `interface ${own}`]);
      return call('keepalived', '--config-test', '--use-file', file);
    },
  },
  {
    program: 'nginx',
    debian: 'nginx-light',
    look: ({ folder, change }) => {
      const { key, cert } = makeTestCertificate(folder);
      for (const name of ['wallet', 'console']) {
        writeFileSync(join(folder, `${name}.key`), key);
        writeFileSync(join(folder, `${name}.pem`), cert);
      }
      const site = change(
        'nginx/wallet.conf',
        [/\/etc\/wallet\/tls|\/var\/log\/nginx/g, folder],
        // Their names are known where the processes run.
        [/server (?:api-\d|console):/g, 'server 127.0.0.1:'],
      );
      const whole = join(folder, 'nginx.conf');
      const own = `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n  include ${site};\n}\n`;
      writeFileSync(whole, own);
      return call('nginx', '-t', '-c', whole);
    },
  },
  {
    program: 'systemd-analyze',
    debian: 'systemd',
    look: ({ folder, change }) => {
      const names = readdirSync(join(folder, 'systemd')).filter((name) => name.endsWith('.service'));
      // That there is no clone where they expect it is this machine's.
      const units = names.map((name) => change(`systemd/${name}`, [/^ExecStart=\S+/gm, 'ExecStart=/bin/true']));
      return call('systemd-analyze', 'verify', '--man=no', ...units);
    },
  },
];

/** `taken`, or what the program said. systemd says what it does not like and goes on. */
function call(program: string, ...args: readonly string[]): string {
  const env = { ...process.env, WALLET_HOST: 'wallet.example.com', CONSOLE_HOST: 'console.example.com' };
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env });
  const said = `${error?.message ?? ''}${stdout}${stderr}`.trim();
  const isSilent = program !== 'systemd-analyze' || said === '';
  return status === 0 && isSilent ? 'taken' : said;
}
