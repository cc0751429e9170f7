import { brand } from '#shared/brand.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { UndoForm } from '../record/screens/action-links.tsx'
import { changeText } from '../change/screens/change-text.ts'
import type { ChangeRecord } from '../change/screens/change-text.ts'
import styles from './change-history.module.css'
import { useLocale } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'

interface ChangeHistoryProps {
  readonly id: string
  readonly changes: readonly ChangeRecord[]
}

const whoText = ({ by, staff }: ChangeRecord, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)

  if (staff !== null) return t('byStaff', { name: staff.name, brand: brand.name, reason: staff.reason })
  return by === 'member' ? t('byYou') : t('byShop')
}

const authorText = (change: ChangeRecord, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)

  const { undone_at: undone } = change
  const who = whoText(change, locale)
  return undone === null ? who : t('authorUndone', { who })
}

/** The changes, newest first. */
export const ChangeHistory = ({ id, changes }: ChangeHistoryProps) => {
  const locale = useLocale()
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id} className={styles.change}>
          <span className={text.mute}>{shopDay(change.at, locale)}</span>
          <span>
            {change.undone_at === null ? changeText(change) : <s>{changeText(change)}</s>}
            <span className={classNames(text.block, text.small, text.mute)}>
              {authorText(change, locale)}
            </span>
          </span>
          {change.undo_until === null ? null : <UndoForm id={id} changeId={change.id} />}
        </li>
      ))}
    </ol>
  )
}
