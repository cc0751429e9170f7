import { shortExpiry } from '#shared/card-face.ts'
import { brandedCardText } from '#shared/messages/card-text.ts'
import type { ReactNode } from 'react'
import { CardGroup } from '#payment/screens/card-group.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Note } from '#ui/note.tsx'
import type { Totals } from '../endpoints.ts'
import { cardChoice, creditField, creditShownField, newCard } from './checkout-fields.ts'
import type { SavedCard } from './checkout-view.ts'
import styles from './payment-step.module.css'
import { Step } from './step.tsx'
import { isNoPrice, priceText } from '#shared/money.ts'

interface CreditCheckboxProps {
  readonly totals: Pick<Totals, 'credit_available' | 'currency'>
  readonly isChecked: boolean
}

/** Whether the member's credit pays a part of this order; nothing for members without credit. */
export const CreditCheckbox = ({ totals, isChecked }: CreditCheckboxProps) =>
  isNoPrice(totals.credit_available) ? null : (
    <>
      <input type="hidden" name={creditShownField} value={isChecked ? 'yes' : 'no'} />
      <Checkbox
        name={creditField}
        label={`Use my credit of ${priceText(totals.credit_available, totals.currency)}`}
        hint="If you don’t use it now, we’ll apply it to your next renewal."
        defaultChecked={isChecked}
      />
    </>
  )

/** A member pays with a saved card, or with another one. */
const SavedCards = ({ cards }: { readonly cards: readonly SavedCard[] }) => (
  <ChoiceRows legend="Card" legendHidden>
    {cards.map((card, position) => (
      <ChoiceRow
        key={card.id}
        name={cardChoice}
        value={card.id}
        label={brandedCardText(card)}
        hint={card.status === 'expiring' ? 'This card expires soon.' : undefined}
        end={shortExpiry(card) ?? undefined}
        defaultChecked={position === 0}
      />
    ))}
    <ChoiceRow name={cardChoice} value={newCard} label="Another card" />
  </ChoiceRows>
)

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

const WithoutScripts = ({ hasCardPage }: Pick<PaymentStepProps, 'hasCardPage'>) => (
  <noscript>
    <Note>
      {hasCardPage
        ? 'You’ll enter your card on our card processor’s page and come back here. We won’t charge you until you confirm the total.'
        : 'Entering a card requires JavaScript. Please turn it on for this page. We’ll keep what you’ve entered.'}
    </Note>
  </noscript>
)

export const PaymentStep = ({ cardField, hasCardPage, savedCards, error, children }: PaymentStepProps) => (
  <Step number={4} title="Payment">
    {children}
    {cardField === null ? (
      <p>You don’t have to pay anything.</p>
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
