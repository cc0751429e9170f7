import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { Totals } from '../endpoints.ts'
import { payButton } from './checkout-fields.ts'
import styles from './pay-buttons.module.css'
import { priceText } from '#shared/money.ts'

/** What paying agrees to: the total today and every renewal, with how to cancel. */
export const PaymentTerms = ({
  totals,
}: {
  readonly totals: Pick<Totals, 'to_pay' | 'currency' | 'terms'>
}) => (
  <Note>
    <p>Today you pay {priceText(totals.to_pay, totals.currency)}.</p>
    {totals.terms.map((term) => (
      <p key={term}>{term}</p>
    ))}
    {totals.terms.length === 0 ? null : (
      <p>
        <a href="/subscription-terms">Subscription terms</a>
      </p>
    )}
  </Note>
)

interface PayButtonsProps {
  readonly totals: Pick<Totals, 'to_pay' | 'currency' | 'terms'>
  /** Where the card is entered without scripts. */
  readonly cardWithoutScripts: 'not-needed' | 'own-page' | 'impossible'
}

/** The exact total is on the button, with what the payment starts next to it. */
export const PayButtons = ({ totals, cardWithoutScripts }: PayButtonsProps) => (
  <div className={styles.pay}>
    <PaymentTerms totals={totals} />
    <div className={classNames(styles.button, cardWithoutScripts !== 'not-needed' && styles.scripted)}>
      <Button kind="primary" wide {...payButton} end={priceText(totals.to_pay, totals.currency)}>
        Place order
      </Button>
    </div>
    {cardWithoutScripts === 'own-page' ? (
      <noscript>
        <div className={styles.button}>
          <Button kind="primary" wide {...payButton} end={priceText(totals.to_pay, totals.currency)}>
            Continue to card page
          </Button>
        </div>
      </noscript>
    ) : null}
    <p className={text.hidden} aria-live="polite" data-paying="" data-drawn="" />
  </div>
)
