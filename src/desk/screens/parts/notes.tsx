import type { DeskNoteRow } from '../../follow-up-endpoints.ts'
import { ActionButton } from './action.tsx'
import { TextEntry } from './entry.tsx'
import styles from './notes.module.css'
import { Section } from './section.tsx'
import { Moment } from './times.tsx'

interface NotesProps {
  readonly notes: readonly DeskNoteRow[]
  readonly requestId: string
  /** What was typed before a refusal. */
  readonly entered: string | undefined
}

/** Notes of the team, the newest first: plain text, whatever is in it. */
export const Notes = ({ notes, requestId, entered }: NotesProps) => (
  <Section title="Notes of the team">
    <ul className={styles.notes}>
      {notes.map(({ id, text, by, at, order_number: order }) => (
        <li key={id}>
          <p>{text}</p>
          <p>
            {by}, <Moment at={at} />
            {order === null ? '' : `, order ${order}`}
          </p>
        </li>
      ))}
    </ul>
    <form method="post">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="request_id" value={requestId} />
      <TextEntry
        label="Write a note"
        name="text"
        required
        maxLength={2_000}
        defaultValue={entered}
        rows={3}
        data-desk-key="n"
      />
      <p className={styles.action}>
        <ActionButton>Save the note</ActionButton>
      </p>
    </form>
  </Section>
)
