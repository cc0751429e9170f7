import type { DeskOrder } from '../../endpoints.ts'
import { Moment } from './times.tsx'
import styles from './timeline.module.css'

/** What happened: the newest on top, what is older lies deeper. */
export const Timeline = ({ timeline }: Pick<DeskOrder, 'timeline'>) => (
  <ol className={styles.timeline}>
    {timeline.map(({ at, text, detail, tone }) => (
      <li key={`${at} ${text}`} className={tone === 'plain' ? undefined : styles[tone]}>
        <p>{text}</p>
        <Moment at={at} />
        {detail === '' ? null : <p className={styles.detail}>{detail}</p>}
      </li>
    ))}
  </ol>
)
