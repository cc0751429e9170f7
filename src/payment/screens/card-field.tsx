import type { ReactNode } from 'react'
import type { Currency } from '#shared/money.ts'
import type { CardEntry, viewCardEntry } from '../endpoints.ts'
import { inLanguage } from '../processor/rules/sandbox-language.ts'
import styles from './card-field.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { HumanCheckFields } from '#ui/human-check-fields.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { cardsMessages } from '../messages/cards-messages.ts'
import cardGroupStyles from './card-group.module.css'

interface CardFieldProps {
  readonly entry: CardEntry
  /** What will be charged, in minor units; some processors show it. */
  readonly amountCents: number
  readonly currency: Currency
  /** Whether the card is saved for renewals. */
  readonly savesCard: boolean
  /** The button of the surrounding form that pays. */
  readonly payButton: { readonly name: string; readonly value: string }
  /** The choice of the surrounding form that this field belongs to, if there are saved cards next to it. */
  readonly choice?: { readonly name: string; readonly value: string } | undefined
}

/** The place of the processor's card field; a script draws into it. The shop's page never sees a number. */
export const CardField = ({ entry, amountCents, currency, savesCard, payButton, choice }: CardFieldProps) => {
  const t = useMessages(cardsMessages)
  const locale = useLocale()
  return (
    <div
      data-drawn=""
      data-card-field={entry.processor}
      data-card-address={
        entry.processor === 'stripe' ? entry.publishable_key : inLanguage(entry.field_url, locale)
      }
      data-card-title={t('details')}
      data-card-check={t('check')}
      data-card-no-answer={t('noAnswer')}
      data-amount={amountCents}
      data-currency={currency}
      data-saves={savesCard ? '' : undefined}
      data-pay-name={payButton.name}
      data-pay-value={payButton.value}
      data-choice={choice?.name}
      data-choice-value={choice?.value}
    >
      <input type="hidden" name="card_token" defaultValue="" />
      <div className={styles.field} data-card-frame="" />
      <p className={styles.message} data-card-message="" role="alert" />
    </div>
  )
}

interface CardCheckProps {
  readonly check: ReplyOf<typeof viewCardEntry>['check']
  /** The form was refused for want of a check. */
  readonly missed?: boolean
}

/**
 * The human check of a form with a card. A token of the shop is always in it and needs no interaction; Cloudflare's
 * widget loads only when it is required.
 */
export const CardCheck = ({ check, missed = false }: CardCheckProps) =>
  check.challenge.kind === 'timed' || check.required || missed ? (
    <HumanCheckFields challenge={check.challenge} token={null} />
  ) : null

interface CardGroupProps {
  /** Why the card was declined; shown at the card, and an error summary links here by `#card`. */
  readonly error: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Where a card is chosen or entered, with its errors. */
export const CardGroup = ({ error, className, children }: CardGroupProps) => (
  <div
    id="card"
    tabIndex={-1}
    role="group"
    aria-label={useMessages(cardsMessages)('card')}
    aria-describedby={error === undefined ? undefined : 'card-error'}
    className={classNames(cardGroupStyles.group, className)}
  >
    {error === undefined ? null : (
      <p id="card-error" className={classNames(text.small, cardGroupStyles.error)}>
        {error}
      </p>
    )}
    {children}
  </div>
)
