import type { Draw } from '../campaigns/draw.ts';
import type { Control } from './control.ts';
import { openGatedDatabase, type GatedDatabase } from './gated-database.ts';
import { outside } from './life.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** Nobody answered, because the process was down or died. What was asked may have been done all the same. */
export class AnswerLost extends Error {
  override name = 'AnswerLost';
}

export type Started<Body> = {
  readonly body: Body;
  /** Lets go of what it holds beyond its database and its timers. */
  readonly abandon?: () => void;
};

/** One of the product's programs: starts, dies without a word, and starts again from what is durable. */
export type Program<Body> = {
  readonly name: string;
  readonly isUp: () => boolean;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Has the running program do something for somebody else. Rejects with `AnswerLost` where it is down or dies on the way. */
  readonly ask: <Result>(work: (body: Body) => Promise<Result>) => Promise<Result>;
};

export type Ground = {
  readonly scheduler: Scheduler;
  readonly control: Control;
  readonly draw: Draw;
  /** How far a program's clock is from the true time. */
  readonly aheadMs: (name: string) => number;
};

type Life<Body> = {
  readonly process: Process & { readonly kill: () => void };
  readonly db: GatedDatabase;
  readonly body: Promise<Started<Body>>;
  readonly died: PromiseWithResolvers<never>;
};

export function makeProgram<Body>(
  ground: Ground,
  name: string,
  url: string,
  begin: (process: Process, db: GatedDatabase) => Promise<Started<Body>>,
): Program<Body> {
  const { scheduler, control, draw, aheadMs } = ground;
  let current: Life<Body> | undefined;
  return {
    name,
    isUp: () => current !== undefined,
    start: async () => {
      const process = scheduler.spawn(name, draw, () => aheadMs(name));
      const db = outside(() => openGatedDatabase(process, url, control.terminate));
      const died = Promise.withResolvers<never>();
      died.promise.catch(() => undefined);
      const body = process.run(() => begin(process, db));
      // A start that fails is seen by whoever asks; a program that nobody asks is started again by the simulator.
      body.catch(() => undefined);
      current = { process, db, body, died };
    },
    kill: async () => {
      if (current === undefined) return;
      const { process, db, body, died } = current;
      current = undefined;
      process.kill();
      scheduler.note(`${name} dies`);
      await control.terminate(db.pids());
      void body.then(({ abandon }) => abandon?.()).catch(() => undefined);
      void outside(() => db.close()).catch(() => undefined);
      await scheduler.bury();
      died.reject(new AnswerLost(`${name} died`));
    },
    ask: async (work) => {
      if (current === undefined) throw new AnswerLost(`${name} is down`);
      const { process, body, died } = current;
      const answer = process.run(async () => work((await body).body));
      answer.catch(() => undefined);
      return await Promise.race([answer, died.promise]);
    },
  };
}
