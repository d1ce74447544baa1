import './meter.css';

/** Steps reached out of `total`; `label` says it in words. */
export function Meter(props: { value: number; total: number; label: string }) {
  return (
    <div className="meter" role="img" aria-label={props.label}>
      {Array.from({ length: props.total }, (_, index) => (
        <span key={index} className={index < props.value ? 'meter-on' : undefined} />
      ))}
    </div>
  );
}
