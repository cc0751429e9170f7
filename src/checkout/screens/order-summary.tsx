import { AppliedCodes, PromoCodeEntry } from '#cart/screens/promo-code-fields.tsx'
import type { PromoCode } from '#cart/screens/promo-code-fields.tsx'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import { productPart, variantPart } from '#cart/screens/plan-text.ts'
import { DiscountRows, PaidRows, AmountRow, TotalRows, NoteRow } from '#cart/screens/total-rows.tsx'
import { longDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { DisclosureIcon } from '#ui/disclosure-icon.tsx'
import text from '#ui/text.module.css'
import type { Totals } from '../endpoints.ts'
import { Disclosure } from './disclosure.tsx'
import styles from './order-summary.module.css'
import { CurrencyLink } from '#catalogue/screens/currency-switch.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import { CatalogueText } from '#catalogue/screens/parts/plan-name.tsx'

/** The items of the purchase, in short: picture, name, quantity, price before discounts. */
const SummaryLines = ({ lines }: Pick<Totals, 'lines'>) => {
  const locale = useLocale()
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.plan_code} className={styles.line} data-key={line.plan_code}>
          <LinePicture planCode={line.plan_code} size="summary" />
          <div>
            <p>
              {productPart(line.name)}
              {line.quantity > 1 ? ` × ${line.quantity}` : ''}
            </p>
            <p className={classNames(text.small, text.mute)}>
              <CatalogueText of={line.name} part={variantPart} />
            </p>
          </div>
          <p className={text.figures}>{priceText(line.subtotal, line.currency, locale)}</p>
        </li>
      ))}
    </ul>
  )
}

/** All totals of an order except the total itself. */
const OrderTotals = ({
  totals,
  isPlaceKnown,
}: {
  readonly totals: Totals
  readonly isPlaceKnown: boolean
}) => {
  const t = useMessages(checkoutMessages)
  return (
    <>
      <AmountRow label={t('subtotal')} amount={totals.subtotal} currency={totals.currency} />
      <DiscountRows discounts={totals.discounts} />
      <AmountRow label={t('shipping')} amount={totals.shipping.amount} currency={totals.currency} />
      {isPlaceKnown ? (
        <AmountRow label={t('taxes')} amount={totals.tax} currency={totals.currency} />
      ) : (
        <NoteRow label={t('taxes')} note={t('enterZipForTaxes')} />
      )}
    </>
  )
}

interface GiftNoteProps {
  readonly gift: NonNullable<Totals['gift']>
  readonly canChange: boolean
}

/** Whom the gift is for, and from when. */
const GiftNote = ({ gift, canChange }: GiftNoteProps) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return (
    <p className={classNames(text.small, styles.gift)}>
      {t('giftIsFor', {
        name: gift.recipient_name,
        email: gift.recipient_email,
        day: longDate(gift.starts_on, locale),
      })}{' '}
      {canChange ? <a href="/cart#gift">{t('change')}</a> : null}
    </p>
  )
}

const itemCount = (lines: Totals['lines']): number => lines.reduce((sum, line) => sum + line.quantity, 0)

interface OrderSummaryProps {
  /** Null if the cart cannot be bought. */
  readonly totals: Totals | null
  /** Null where codes can no longer be changed. */
  readonly promoCode: PromoCode | null
  /** The answer that has just refused a code; null for none. */
  readonly refused?: object | null
  /** Whether the destination is known, as far as taxes depend on it. */
  readonly isPlaceKnown?: boolean
}

/** The total, with the way to another currency as long as nothing is paid. */
const Total = ({ totals, canChange }: { readonly totals: Totals; readonly canChange: boolean }) => (
  <>
    <TotalRows className={styles.total}>
      <PaidRows totals={totals} />
    </TotalRows>
    {canChange ? (
      <p className={classNames(text.small, text.mute)}>
        <CurrencyLink returnTo="/checkout" />
      </p>
    ) : null}
  </>
)

/** The price of the purchase, next to the form; on narrow screens above it, collapsed to the total. */
export const OrderSummary = (props: OrderSummaryProps) => {
  const { totals, promoCode, refused = null, isPlaceKnown = true } = props
  const t = useMessages(checkoutMessages)
  return (
    <aside className={styles.summary} aria-labelledby="order-summary">
      <div className={layout.sticky}>
        <h2 className={text.h4} id="order-summary">
          {t('orderSummary')}
        </h2>
        {totals === null ? null : (
          <>
            <details className={styles.details} open={promoCode?.error !== null && promoCode !== null}>
              <summary className={styles.toggle}>
                <span className={text.small}>{t('items', { count: itemCount(totals.lines) })}</span>
                <DisclosureIcon />
              </summary>
              <SummaryLines lines={totals.lines} />
              {totals.gift === null ? null : <GiftNote gift={totals.gift} canChange={promoCode !== null} />}
              {promoCode === null ? null : (
                <div className={styles.promo}>
                  <Disclosure summary={t('enterPromoCode')} open={promoCode.error !== null}>
                    <PromoCodeEntry {...promoCode} refused={refused} />
                  </Disclosure>
                  <AppliedCodes {...promoCode} />
                </div>
              )}
              <TotalRows>
                <OrderTotals totals={totals} isPlaceKnown={isPlaceKnown} />
              </TotalRows>
            </details>
            <Total totals={totals} canChange={promoCode !== null} />
          </>
        )}
      </div>
    </aside>
  )
}
