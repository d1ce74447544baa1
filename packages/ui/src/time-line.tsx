import './time-line.css';

/** A stretch of time: solid is past, the point is now, dots are still to come. Decoration: words beside it say the times. */
export function TimeLine(props: { /** 0 to 1. */ past: number }) {
  const past = `${Math.min(1, Math.max(0, props.past)) * 100}%`;
  return (
    <div className="time-line" aria-hidden="true">
      <span className="time-line-past" style={{ inlineSize: past }} />
      <span className="time-line-rest" />
      <span className="time-line-end" />
    </div>
  );
}
