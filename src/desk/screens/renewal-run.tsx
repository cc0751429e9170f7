import type { RunAccountReply } from '../home-endpoints.ts'
import { sumsText } from './parts/sums-text.ts'
import { timeText } from './parts/times.tsx'
import styles from './renewal-run.module.css'

type Row = RunAccountReply['rows'][number]

const CountOf = ({ run, row }: { readonly run: RunAccountReply; readonly row: Row }) => {
  if (row.outcome === null || row.count === null) return null
  return (
    <a href={`/desk/renewals/${run.id}?outcome=${row.outcome}`} aria-label={`${row.count}: ${row.name}`}>
      {row.count.toLocaleString('en-US')}
    </a>
  )
}

interface Segment {
  readonly row: Row
  readonly x: number
  readonly width: number
}

const segmentsOf = ({ rows, due }: RunAccountReply): readonly Segment[] => {
  let x = 0
  return rows.flatMap((row) => {
    if (row.count === null || due === 0) return []
    const width = (row.count / due) * 1000
    const segment = { row, x, width }
    x += width
    return [segment]
  })
}

/** The entries of the run by outcome, as one bar; the table below says the same. */
const Bar = ({ run }: { readonly run: RunAccountReply }) => (
  <svg className={styles.bar} viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
    {segmentsOf(run).map(({ row, x, width }) => (
      <rect key={row.name} className={styles[row.tone]} x={x} y="0" width={width} height="24" />
    ))}
  </svg>
)

const Rows = ({ run }: { readonly run: RunAccountReply }) => (
  <table className={styles.rows} aria-label="The renewal run by outcome">
    <thead>
      <tr>
        <th scope="col">Outcome</th>
        <th scope="col">Subscriptions</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      {run.rows.map((row) => (
        <tr key={row.name}>
          <th scope="row">
            <span className={`${styles.swatch} ${styles[row.tone]}`} aria-hidden="true" />
            {row.name}
          </th>
          <td>
            <CountOf run={run} row={row} />
          </td>
          <td>{sumsText(row.sums) || '—'}</td>
        </tr>
      ))}
      <tr className={styles.total}>
        <th scope="row">Due</th>
        <td>{run.due.toLocaleString('en-US')}</td>
        <td>{sumsText(run.due_sums)}</td>
      </tr>
      <tr className={isComplete(run) ? styles.complete : styles.broken}>
        <th scope="row">Not accounted for</th>
        <td>{run.missing.toLocaleString('en-US')}</td>
        <td>{sumsText(run.missing_sums)}</td>
      </tr>
    </tbody>
  </table>
)

const isComplete = ({ missing, missing_sums: sums }: RunAccountReply): boolean =>
  missing === 0 && sums.every(({ amount }) => Number(amount) === 0)

/** A renewal run, accounted for: everything that was due has one outcome, and the money adds up. */
export const RenewalRun = ({ run }: { readonly run: RunAccountReply }) => (
  <section className={styles.run} aria-labelledby="renewal-run">
    <h2 id="renewal-run">Renewals of {timeText(run.started_at)}, accounted for</h2>
    <p>
      {run.finished_at === null
        ? 'The run has not finished: what is open is not accounted for yet.'
        : 'Everything that was due has one outcome. Skipped, paused and parked orders were never priced.'}
    </p>
    <Bar run={run} />
    <Rows run={run} />
  </section>
)
