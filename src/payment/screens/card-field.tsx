import type { Currency } from '#shared/money.ts'
import type { CardEntry } from '../endpoints.ts'
import { inLanguage } from '../processor/rules/sandbox-language.ts'
import styles from './card-field.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { cardFieldMessages } from '../messages/card-field-messages.ts'

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
  const t = useMessages(cardFieldMessages)
  return (
    <div
      data-drawn=""
      data-card-field={entry.processor}
      data-card-address={
        entry.processor === 'stripe' ? entry.publishable_key : inLanguage(entry.field_url, useLocale())
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
