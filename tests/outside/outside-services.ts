import { openScreeningStandIn } from '@tern/testkit/screening-service';
import { openWebhookReceiver } from '@tern/testkit/webhook-receiver';

export type OutsideServices = {
  /** The settings under which the wallet uses both. */
  readonly settings: Readonly<Record<'WEBHOOK_HOSTS' | 'SCREENING_URL', string>>;
  /** The address that an administrator opens a webhook to. */
  readonly webhookUrl: string;
  /** Does what one line says, and tells what it did. */
  readonly take: (line: string) => void;
  readonly close: () => Promise<void>;
};

export const commandsHelp = `Commands:
  whsec_…              check events with this secret, which the console shows when the webhook is opened
  flag ADDRESS [TEXT]  the screening service has something against this address from now on
  clear ADDRESS        … and nothing from now on
  silent               the screening service answers no question from now on
  answer               … and answers again
  refuse               the webhook receiver answers 503 to every event from now on
  accept               … and takes events again`;

/** The systems of others that the wallet works with, each as a stranger writes it from the documentation. */
export async function openOutsideServices({
  screeningSecret,
  ports,
  tell,
}: {
  readonly screeningSecret: string;
  readonly ports: { readonly webhooks: number; readonly screening: number };
  readonly tell: (line: string) => void;
}): Promise<OutsideServices> {
  const receiver = await openWebhookReceiver({
    port: ports.webhooks,
    tell: (line) => tell(`webhooks: ${line}`),
  });
  const screening = await openScreeningStandIn(screeningSecret, {
    port: ports.screening,
    tell: (line) => tell(`screening: ${line}`),
  }).catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
  const commands: Readonly<Record<string, (address: string, text: string) => string>> = {
    flag: (address, text) => {
      const detail = text === '' ? 'Flagged on the command line' : text;
      screening.hits.set(address, { reason: 'suspected-fraud', detail });
      return `flagged ${address}`;
    },
    clear: (address) => {
      screening.hits.delete(address);
      return `cleared ${address}`;
    },
    silent: () => {
      screening.answer = () => undefined;
      return 'the screening service is silent';
    },
    answer: () => {
      screening.answer = undefined;
      return 'the screening service answers';
    },
    refuse: () => {
      receiver.answer = (_, response) => void response.writeHead(503).end();
      return 'the webhook receiver refuses events';
    },
    accept: () => {
      receiver.answer = undefined;
      return 'the webhook receiver takes events';
    },
  };
  return {
    settings: { WEBHOOK_HOSTS: receiver.origin, SCREENING_URL: screening.url },
    webhookUrl: receiver.url,
    take: (line) => {
      const [word = '', address = '', ...text] = line.trim().split(/\s+/);
      if (word === '') return;
      if (/^whsec_[A-Za-z0-9+/]{32,}=*$/.test(word)) {
        receiver.secrets.push(word);
        tell('done: events are checked with this secret');
        return;
      }
      const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
      const isComplete = command !== undefined && (command.length === 0 || address !== '');
      tell(isComplete ? `done: ${command(address, text.join(' '))}` : commandsHelp);
    },
    close: async () => {
      await receiver.close();
      await screening.close();
    },
  };
}
