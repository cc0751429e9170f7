import type { DeskOrder } from '../../endpoints.ts'
import { Moment } from './times.tsx'
import styles from './timeline.module.css'

interface TimelineProps extends Pick<DeskOrder, 'timeline'> {
  /** Where the page sends the confirmation again; undefined for a role that may not. */
  readonly sendAgain: string | undefined
}

/** What happened, the newest on top. */
export const Timeline = ({ timeline, sendAgain }: TimelineProps) => {
  const lastConfirmation = timeline.find(({ is_confirmation: isConfirmation }) => isConfirmation)
  return (
    <ol className={styles.timeline}>
      {timeline.map((entry) => (
        <li
          key={`${entry.at} ${entry.text}`}
          className={entry.tone === 'plain' ? undefined : styles[entry.tone]}
        >
          <p>{entry.text}</p>
          <Moment at={entry.at} />
          {entry.detail === '' ? null : <p className={styles.detail}>{entry.detail}</p>}
          {sendAgain !== undefined && entry === lastConfirmation ? (
            <p className={styles.detail}>
              <a href={sendAgain}>Send the mail again…</a>
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
