import { shopDay } from '#order/screens/shop-day.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { UndoForm } from '../record/screens/action-links.tsx'
import { changeText } from '../change/screens/change-text.ts'
import type { ChangeRecord } from '../change/screens/change-text.ts'
import styles from './change-history.module.css'

interface ChangeHistoryProps {
  readonly id: string
  readonly changes: readonly ChangeRecord[]
}

const authorText = ({ by, undone_at: undone }: ChangeRecord): string => {
  const who = by === 'member' ? 'By you' : 'Automatically'
  return undone === null ? who : `${who}, undone`
}

/** The changes, newest first. */
export const ChangeHistory = ({ id, changes }: ChangeHistoryProps) => (
  <ol className={styles.changes}>
    {changes.map((change) => (
      <li key={change.id} className={styles.change}>
        <span className={text.mute}>{shopDay(change.at)}</span>
        <span>
          {change.undone_at === null ? changeText(change) : <s>{changeText(change)}</s>}
          <span className={classNames(text.block, text.small, text.mute)}>{authorText(change)}</span>
        </span>
        {change.undo_until === null ? null : <UndoForm id={id} changeId={change.id} />}
      </li>
    ))}
  </ol>
)
