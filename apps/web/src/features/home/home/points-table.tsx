import { Trans, useLingui } from '@lingui/react/macro';

/** Every how many points a line of the table stands. */
const tableStep = 8;

/** The points of a chart as a table, for who cannot see it: out of sight until it has the focus or is open. */
export function PointsTable(props: {
  heading: string;
  count: number;
  row: (index: number) => readonly [string, string];
}) {
  const { t } = useLingui();
  const indexes = Array.from({ length: props.count }, (_, index) => index).filter((index) => index % tableStep === 0);
  return (
    <details className="home-points-table">
      <summary className="link">
        <Trans>Show as table</Trans>
      </summary>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{props.heading}</th>
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => {
            const [when, value] = props.row(index);
            return (
              <tr key={index}>
                <th scope="row">{when}</th>
                <td>
                  <bdi>{value}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
