import { brand } from '#shared/brand.ts'
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

const whoText = ({ by, staff }: ChangeRecord): string => {
  if (staff !== null) return `${staff.name} of ${brand.name}, for you: “${staff.reason}”`
  return by === 'member' ? 'By you' : 'Automatically'
}

const authorText = (change: ChangeRecord): string => {
  const { undone_at: undone } = change
  const who = whoText(change)
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
