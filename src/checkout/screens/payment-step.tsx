import type { ReactNode } from 'react'
import { CardGroup } from '#payment/screens/card-group.tsx'
import { Note } from '#ui/note.tsx'
import styles from './payment-step.module.css'
import type { SavedCard } from './checkout-view.ts'
import { SavedCards } from './saved-cards.tsx'
import { Step } from './step.tsx'

interface PaymentStepProps {
  /** The processor's own field; null where nothing will be charged. */
  readonly cardField: ReactNode
  /** Whether the processor has a page of its own for browsers without scripts. */
  readonly hasCardPage: boolean
  readonly savedCards: readonly SavedCard[]
  readonly error: string | undefined
  /** What else pays of it, above the card. */
  readonly children: ReactNode
}

const WithoutScripts = ({ hasCardPage }: Pick<PaymentStepProps, 'hasCardPage'>) => (
  <noscript>
    <Note>
      {hasCardPage
        ? 'Your card is entered on the page of our card processor. It leads back here, and nothing is charged before you have seen the total once more.'
        : 'Our card processor can take a card only with JavaScript. Please switch it on for this page; everything you typed will still be here.'}
    </Note>
  </noscript>
)

export const PaymentStep = ({ cardField, hasCardPage, savedCards, error, children }: PaymentStepProps) => (
  <Step number={4} title="Payment">
    {children}
    {cardField === null ? (
      <p>There is nothing to pay, now or later.</p>
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
