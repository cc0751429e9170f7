import { shownPrice } from '#cart/screens/plan-text.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { Totals } from '../endpoints.ts'
import styles from './pay-buttons.module.css'

/** What a paying form is told apart by. */
export const payButton = { name: 'intent', value: 'pay' } as const

/** What is agreed to by paying: the sum today and every renewal, with the way out. */
export const PaymentTerms = ({ totals }: { readonly totals: Pick<Totals, 'to_pay' | 'terms'> }) => (
  <Note>
    <p>Today you pay {shownPrice(totals.to_pay)}.</p>
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
  readonly totals: Pick<Totals, 'to_pay' | 'terms'>
  /** Where the card is entered when there are no scripts. */
  readonly cardWithoutScripts: 'not-needed' | 'own-page' | 'impossible'
  readonly busy: boolean
}

/** The exact sum stands on the button, and beside it what it starts. */
export const PayButtons = ({ totals, cardWithoutScripts, busy }: PayButtonsProps) => (
  <div className={styles.pay}>
    <PaymentTerms totals={totals} />
    <div className={classNames(styles.button, cardWithoutScripts !== 'not-needed' && styles.scripted)}>
      <Button kind="seam" wide {...payButton} end={shownPrice(totals.to_pay)} loading={busy}>
        Place order
      </Button>
    </div>
    {cardWithoutScripts === 'own-page' ? (
      <noscript>
        <div className={styles.button}>
          <Button kind="seam" wide {...payButton} end={shownPrice(totals.to_pay)}>
            Continue to card page
          </Button>
        </div>
      </noscript>
    ) : null}
    <p className={text.hidden} aria-live="polite">
      {busy ? 'Placing your order' : ''}
    </p>
  </div>
)
