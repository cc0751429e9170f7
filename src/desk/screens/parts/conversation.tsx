import type { DeskThreadView } from '../../message-endpoints.ts'
import styles from './conversation.module.css'
import { Moment } from './times.tsx'

/** What was written and answered, the first message on top: plain text, whatever is in it. */
export const Conversation = ({ entries }: Pick<DeskThreadView, 'entries'>) => (
  <ol className={styles.conversation}>
    {entries.map(({ at, by, is_answer: isAnswer, topic, facts, text }) => (
      <li key={`${at} ${by}`} className={isAnswer ? styles.answer : undefined}>
        <p className={styles.by}>
          <b>{by}</b> {isAnswer ? 'answered' : `on “${topic}”`} <Moment at={at} />
        </p>
        {facts.length === 0 ? null : (
          <p className={styles.facts}>{facts.map(({ label, value }) => `${label}: ${value}`).join(', ')}</p>
        )}
        <p className={styles.text}>{text === '' ? 'No message was written.' : text}</p>
      </li>
    ))}
  </ol>
)
