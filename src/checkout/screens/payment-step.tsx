import { shortExpiry } from '#shared/card-face.ts'
import { brandedCardText } from '#shared/messages/card-text.ts'
import type { ReactNode } from 'react'
import { CardGroup } from '#payment/screens/card-field.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Note } from '#ui/note.tsx'
import type { Totals } from '../endpoints.ts'
import { cardChoice, creditField, creditShownField, newCard } from './checkout-fields.ts'
import type { SavedCard } from './checkout-view.ts'
import styles from './payment-step.module.css'
import { Step } from './steps.tsx'
import { isNoPrice, priceText } from '#shared/money.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'

interface CreditCheckboxProps {
  readonly totals: Pick<Totals, 'credit_available' | 'currency'>
  readonly isChecked: boolean
}

/** Whether the member's credit pays a part of this order; nothing for members without credit. */
export const CreditCheckbox = ({ totals, isChecked }: CreditCheckboxProps) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return isNoPrice(totals.credit_available) ? null : (
    <>
      <input type="hidden" name={creditShownField} value={isChecked ? 'yes' : 'no'} />
      <Checkbox
        name={creditField}
        label={t('useCredit', { amount: priceText(totals.credit_available, totals.currency, locale) })}
        hint={t('useCreditHint')}
        defaultChecked={isChecked}
      />
    </>
  )
}

/** A member pays with a saved card, or with another one. */
const SavedCards = ({ cards }: { readonly cards: readonly SavedCard[] }) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return (
    <ChoiceRows legend={t('card')} legendHidden>
      {cards.map((card, position) => (
        <ChoiceRow
          key={card.id}
          name={cardChoice}
          value={card.id}
          label={brandedCardText(card, locale)}
          hint={card.status === 'expiring' ? t('cardExpires') : undefined}
          end={shortExpiry(card) ?? undefined}
          defaultChecked={position === 0}
        />
      ))}
      <ChoiceRow name={cardChoice} value={newCard} label={t('anotherCard')} />
    </ChoiceRows>
  )
}

interface PaymentStepProps {
  /** The processor's own field; null where nothing will be charged. */
  readonly cardField: ReactNode
  /** Whether the processor has a page of its own for browsers without scripts. */
  readonly hasCardPage: boolean
  readonly savedCards: readonly SavedCard[]
  readonly error: string | undefined
  /** What else pays a part of it, above the card. */
  readonly children: ReactNode
}

const WithoutScripts = ({ hasCardPage }: Pick<PaymentStepProps, 'hasCardPage'>) => {
  const t = useMessages(checkoutMessages)
  return (
    <noscript>
      <Note>{t(hasCardPage ? 'cardPage' : 'needsScript')}</Note>
    </noscript>
  )
}

export const PaymentStep = ({ cardField, hasCardPage, savedCards, error, children }: PaymentStepProps) => {
  const t = useMessages(checkoutMessages)
  return (
    <Step number={4} title={t('payment')}>
      {children}
      {cardField === null ? (
        <p>{t('nothingToPay')}</p>
      ) : (
        <CardGroup error={error} className={styles.card}>
          {savedCards.length > 0 ? <SavedCards cards={savedCards} /> : null}
          <div className={styles.entry}>
            <div className={styles.scripted}>{cardField}</div>
            <WithoutScripts hasCardPage={hasCardPage} />
          </div>
        </CardGroup>
      )}
    </Step>
  )
}
