import { classNames } from './class-names.ts';
import './coin.css';

const faces = {
  usdt: 'M6 6h12M12 6v13M7 11.5c2.5 1.4 7.5 1.4 10 0',
  trx: 'M4.5 5.5 18 8.5l-7 11zM4.5 5.5l6.5 14M18 8.5 10 11',
  reward: 'M3.5 8c6-1 9 2 10 8 1-6 4-10 8-12M6 20.5c4-.5 6.5-2 7.5-4.5',
};

/** The face of a token; its name stands beside it. */
export function Coin(props: { assetId: keyof typeof faces; small?: boolean }) {
  return (
    <span className={classNames('coin', `coin-${props.assetId}`, props.small && 'coin-small')} aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <path d={faces[props.assetId]} />
      </svg>
    </span>
  );
}
