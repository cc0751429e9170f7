import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { Totals } from '../endpoints.ts'
import { payButton } from './checkout-fields.ts'
import styles from './pay-buttons.module.css'
import { priceText, parsePrice } from '#shared/money.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { defaultLocale } from '#shared/locale.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import { renewalTermText } from '../rules/renewal-terms.ts'

type PayableTotals = Pick<Totals, 'to_pay' | 'currency' | 'terms' | 'renewals'>

/** The sentences next to the pay button in the language of the page, one per subscription that the purchase starts. */
export const useTerms = (
  totals: Pick<Totals, 'terms' | 'renewals' | 'currency'> | null,
): readonly string[] => {
  const locale = useLocale()
  const translated = useCatalogueText()
  if (totals === null) return []
  const { currency } = totals
  if (locale === defaultLocale) return totals.terms
  return totals.renewals.map(
    ({ name, quantity, amount, afterwards, interval_months: intervalMonths, first_on: firstOn }) =>
      renewalTermText(
        {
          name: translated(name),
          quantity,
          priceCents: parsePrice(amount, currency),
          currency,
          afterwards: afterwards && {
            renewals: afterwards.renewals,
            priceCents: parsePrice(afterwards.amount, currency),
          },
          intervalMonths,
          firstOn,
        },
        locale,
      ),
  )
}

/** What paying agrees to: the total today and every renewal, with how to cancel. */
export const PaymentTerms = ({ totals }: { readonly totals: PayableTotals }) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  const terms = useTerms(totals)
  return (
    <Note>
      <p>{t('todayYouPay', { amount: priceText(totals.to_pay, totals.currency, locale) })}</p>
      {terms.map((term) => (
        <p key={term}>{term}</p>
      ))}
      {terms.length === 0 ? null : (
        <p>
          <a href="/subscription-terms">{t('subscriptionTerms')}</a>
        </p>
      )}
    </Note>
  )
}

interface PayButtonsProps {
  readonly totals: PayableTotals
  /** Where the card is entered without scripts. */
  readonly cardWithoutScripts: 'not-needed' | 'own-page' | 'impossible'
}

/** The exact total is on the button, with what the payment starts next to it. */
export const PayButtons = ({ totals, cardWithoutScripts }: PayButtonsProps) => {
  const t = useMessages(checkoutMessages)
  const amount = priceText(totals.to_pay, totals.currency, useLocale())
  return (
    <div className={styles.pay}>
      <PaymentTerms totals={totals} />
      <div className={classNames(styles.button, cardWithoutScripts !== 'not-needed' && styles.scripted)}>
        <Button kind="primary" wide {...payButton} end={amount}>
          {t('placeOrder')}
        </Button>
      </div>
      {cardWithoutScripts === 'own-page' ? (
        <noscript>
          <div className={styles.button}>
            <Button kind="primary" wide {...payButton} end={amount}>
              {t('continueToCardPage')}
            </Button>
          </div>
        </noscript>
      ) : null}
      <p
        className={text.hidden}
        aria-live="polite"
        data-paying=""
        data-text={t('placingOrder')}
        data-drawn=""
      />
    </div>
  )
}
