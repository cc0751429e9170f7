import type { DeskReconciliation } from '../reconciliation-endpoints.ts'
import { DeskNote } from './parts/section.tsx'
import { dayText, timeText } from './parts/times.tsx'
import styles from './finance.module.css'

const periodText = ({ from, until }: DeskReconciliation): string => {
  if (from === null && until === null) return 'All of time'
  if (from === null) return `Until ${dayText(until ?? '')}`
  if (until === null) return `From ${dayText(from)}`
  return from === until ? dayText(from) : `${dayText(from)} to ${dayText(until)}`
}

const whoText = ({ requested_by: name, requested_at: at }: DeskReconciliation): string =>
  `${timeText(at)}, ${name === null ? 'by a command' : `by ${name}`}`

const outcomeText = ({ differences }: DeskReconciliation): string => {
  if (differences.length === 0) return 'All agree'
  return differences.length === 1 ? '1 difference' : `${differences.length} differences`
}

/** Whether everything was compared and agrees. */
const isComplete = ({ differences, failure, finished_at: at }: DeskReconciliation): boolean =>
  at !== null && failure === null && differences.length === 0

const Outcome = ({ one }: { readonly one: DeskReconciliation }) => {
  if (one.finished_at === null) return <p>It runs. Load the page again for the result.</p>
  if (one.failure !== null) return <p className={styles.broken}>{one.failure}</p>
  return (
    <>
      <p className={isComplete(one) ? styles.complete : styles.broken}>{outcomeText(one)}.</p>
      <p>{one.compared.map(({ name, count }) => `${count.toLocaleString('en-US')} ${name}`).join(', ')}.</p>
      {one.differences.length === 0 ? null : (
        <ul className={styles.differences} aria-label="Differences">
          {one.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** One comparison: its days, who asked for it, and what came out. */
export const ReconciliationResult = ({ one }: { readonly one: DeskReconciliation }) => (
  <DeskNote kind={isComplete(one) ? 'ok' : one.finished_at === null ? 'plain' : 'danger'}>
    <h3>{periodText(one)}</h3>
    <Outcome one={one} />
    <p>{whoText(one)}.</p>
  </DeskNote>
)
