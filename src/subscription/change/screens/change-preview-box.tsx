import { longDate } from '#shared/dates.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Subscription } from '#subscription/endpoints.ts'
import type { ChangePreview } from '../change-endpoints.ts'
import { chargePreviewMessage } from '#subscription/renewal/rules/charge-in-flight.ts'
import { readCharge } from '#subscription/renewal/rules/charge-reply.ts'
import { undoMinutes } from '#subscription/record/rules/action-refusal.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { CancelChargedOrder, orderFields } from './cancel-charged-order.tsx'
import { commitButtonText } from './commit-button-text.ts'
import type { FormValues } from './read-change.ts'
import { endMessage } from '#subscription/record/screens/subscription-text.ts'
import { deadlineText } from '#subscription/record/screens/shop-moment.ts'
import { UpcomingOrderSheet } from '#subscription/record/screens/upcoming-order-sheet.tsx'
import styles from './change-preview-box.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'

interface PreviewProps {
  readonly action: MemberAction
  readonly subscription: Subscription
  readonly preview: ChangePreview
  readonly formValues: FormValues
}

const WithoutOrder = ({ preview }: Pick<PreviewProps, 'preview'>) => {
  const t = useMessages(changeMessages)
  return (
    <p className={styles.after}>
      {preview.state === 'paused'
        ? t('untilResume', { charge: preview.charge_in_flight === null ? 'none' : 'some' })
        : t('noneUpcoming')}
    </p>
  )
}

const Orders = ({ preview }: Pick<PreviewProps, 'preview'>) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()

  const { charged_now: now, upcoming_order: next } = preview
  return (
    <>
      {now === null ? null : (
        <>
          <h2 className={text.h4}>{t('orderedToday')}</h2>
          <UpcomingOrderSheet order={now} editable={null} />
        </>
      )}
      {next === null ? null : (
        <>
          <h2 className={classNames(text.h4, now !== null && styles.second)}>
            {t('nextOrder', { day: longDate(next.on, locale) })}
          </h2>
          <UpcomingOrderSheet order={next} editable={null} />
        </>
      )}
    </>
  )
}

const NextDates = ({ dates }: { readonly dates: readonly string[] }) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return dates.length === 0 ? null : (
    <div className={styles.after}>
      <h3 className={styles.label}>{t('nextDates')}</h3>
      <ul className={styles.dates}>
        {dates.map((on) => (
          <li key={on}>{longDate(on, locale)}</li>
        ))}
      </ul>
    </div>
  )
}

const Ends = ({ preview }: Pick<PreviewProps, 'preview'>) => {
  const locale = useLocale()

  const sentence = endMessage(preview.remaining_orders, preview.charged_now !== null, locale)
  return sentence === null ? null : <p className={styles.after}>{sentence}</p>
}

/** When it is charged, until when it can be changed, and that it can be undone. */
const ChangeConditions = ({ preview }: Pick<PreviewProps, 'preview'>) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()

  const { charged_now: now, upcoming_order: next } = preview
  const until =
    next === null
      ? ''
      : now === null
        ? t('canChangeUntil', { day: deadlineText(next.changeable_until, locale) })
        : t('nextChangeUntil', { day: deadlineText(next.changeable_until, locale) })
  const undo =
    now === null ? t('undoFor', { count: undoMinutes }) : t('chargedTodayUndo', { count: undoMinutes })
  return (
    <p className={classNames(text.small, text.mute, styles.after)}>
      {undo} {until}
    </p>
  )
}

const Commit = (props: PreviewProps) => {
  const locale = useLocale()

  const { label, amount, nextCharge } = commitButtonText(props, locale)
  const { charge_in_flight: charge } = props.preview
  return (
    <form method="post" className={styles.commit}>
      {Object.entries(props.formValues)
        .filter(([name]) => !orderFields.includes(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <input type="hidden" name="token" value={props.preview.token} />
      {charge === null || charge.is_order_canceled || props.action === 'skip' ? null : (
        <CancelChargedOrder charge={charge} formValues={props.formValues} />
      )}
      <Button kind="primary" wide name="step" value="commit" {...(amount === null ? {} : { end: amount })}>
        {label}
      </Button>
      {nextCharge === null ? null : <p className={styles.nextCharge}>{nextCharge}</p>}
    </form>
  )
}

/** The preview of a change, to the cent, and the button that makes it. */
export const ChangePreviewBox = (props: PreviewProps) => {
  const locale = useLocale()

  const { action, preview } = props
  const isEmpty = preview.charged_now === null && preview.upcoming_order === null
  return (
    <>
      {preview.charge_in_flight === null ? null : (
        <p>{chargePreviewMessage(action, readCharge(preview.charge_in_flight), locale)}</p>
      )}
      {isEmpty ? <WithoutOrder preview={preview} /> : <Orders preview={preview} />}
      <NextDates dates={preview.next_dates} />
      <Ends preview={preview} />
      <Commit {...props} />
      <ChangeConditions preview={preview} />
    </>
  )
}
