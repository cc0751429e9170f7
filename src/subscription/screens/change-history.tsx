import { brand } from '#shared/brand.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { UndoForm, CancelOrderForm } from '../record/screens/action-links.tsx'
import { changeText, consequenceText, chargeTextOf } from '../change/screens/change-text.ts'
import type { ChangeRecord } from '../change/screens/change-text.ts'
import styles from './change-history.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'
import { Note } from '#ui/note.tsx'
import { cancelOrderLabel } from '../renewal/rules/charge-in-flight.ts'
import { readChargeAmount } from '../renewal/rules/charge-reply.ts'
import { shopTime } from '../record/screens/shop-moment.ts'
import subscriptionPageStyles from './subscription-page.module.css'

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

interface ChangeConfirmationProps {
  readonly id: string
  readonly change: ChangeRecord
  /** The day of the order that comes now; null when none is coming. */
  readonly nextOn: string | null
  /** The payment of an order made with the change. */
  readonly charge: string | null
}

const chargeText = (charge: string | null, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)
  return charge === 'pending' ? t('stillConfirming') : ''
}

/** What was just changed, what follows, and the undo. */
export const ChangeConfirmation = ({ id, change, nextOn, charge }: ChangeConfirmationProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()

  if (change.undone_at !== null)
    return (
      <Note kind="ok" isAnswer>
        {t('undone', {
          change: changeText(change),
          refund: change.charges ? t('orderRefunded') : '',
        })}
      </Note>
    )
  const ownCharge = change.charges ? charge : null
  const chargeInFlight = change.charge_in_flight
  const chargeMessage = chargeTextOf(change)
  const followUp = [consequenceText(change, nextOn), chargeText(ownCharge, locale)]
    .filter((message) => message !== '')
    .join(' ')
  return (
    <Note kind="ok" isAnswer>
      <p>
        {changeText(change)}. {followUp}
      </p>
      {chargeMessage === '' ? null : <p className={subscriptionPageStyles.money}>{chargeMessage}</p>}
      {chargeInFlight?.can_cancel_order ? (
        <CancelOrderForm
          id={id}
          changeId={change.id}
          label={cancelOrderLabel(readChargeAmount(chargeInFlight), locale)}
        />
      ) : null}
      {change.undo_until === null ? null : (
        <div className={subscriptionPageStyles.undo}>
          <UndoForm id={id} changeId={change.id} />
          <span>{t('undoUntil', { time: shopTime(change.undo_until, locale) })}</span>
        </div>
      )}
    </Note>
  )
}
