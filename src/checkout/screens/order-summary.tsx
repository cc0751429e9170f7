import { AppliedCodes, PromoCodeEntry } from '#cart/screens/promo-code-fields.tsx'
import type { PromoCode } from '#cart/screens/promo-code-fields.tsx'
import { DiscountRows, PaidRows, SumRow, SumRows, WordsRow } from '#cart/screens/sum-rows.tsx'
import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { OpenSign } from '#ui/open-sign.tsx'
import text from '#ui/text.module.css'
import type { Sums } from '../calls.ts'
import { Fold } from './fold.tsx'
import styles from './order-summary.module.css'
import { SummaryLines } from './summary-lines.tsx'

/** Every sum of an order but its total. */
const OrderSums = ({ sums, isPlaced }: { readonly sums: Sums; readonly isPlaced: boolean }) => (
  <>
    <SumRow label="Subtotal" amount={sums.subtotal} />
    <DiscountRows discounts={sums.discounts} />
    <SumRow label="Shipping" amount={sums.shipping.amount} />
    {isPlaced ? (
      <SumRow label="Taxes" amount={sums.tax} />
    ) : (
      <WordsRow label="Taxes" words="Once the zip code is known" />
    )}
  </>
)

interface GiftNoteProps {
  readonly gift: NonNullable<Sums['gift']>
  readonly mayChange: boolean
}

/** Whom the gift is for, and from when. */
const GiftNote = ({ gift, mayChange }: GiftNoteProps) => (
  <p className={classNames(text.small, styles.gift)}>
    The gift is for {gift.recipient_name} ({gift.recipient_email}), from {longDate(gift.starts_on)}.{' '}
    {mayChange ? <a href="/cart#gift">Change</a> : null}
  </p>
)

const itemCount = (lines: Sums['lines']): string => {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  return count === 1 ? '1 item' : `${count} items`
}

interface OrderSummaryProps {
  /** Null where the cart cannot be bought as it stands. */
  readonly sums: Sums | null
  /** Null where codes can no longer be changed. */
  readonly promoCode: PromoCode | null
  /** The answer that has just refused a code; null for none. */
  readonly refused?: object | null
  /** Whether it is known where it goes, as far as taxes depend on it. */
  readonly isPlaced?: boolean
}

/** What it costs, beside the form; on narrow screens above it, folded down to the total. */
export const OrderSummary = ({ sums, promoCode, refused = null, isPlaced = true }: OrderSummaryProps) => (
  <aside className={styles.summary} aria-labelledby="order-summary">
    <div className={layout.sticky}>
      <h2 className={text.h4} id="order-summary">
        Order summary
      </h2>
      {sums === null ? null : (
        <>
          <details className={styles.details} open={promoCode?.error !== null && promoCode !== null}>
            <summary className={styles.fold}>
              <span className={text.small}>{itemCount(sums.lines)}</span>
              <OpenSign />
            </summary>
            <SummaryLines lines={sums.lines} />
            {sums.gift === null ? null : <GiftNote gift={sums.gift} mayChange={promoCode !== null} />}
            {promoCode === null ? null : (
              <div className={styles.promo}>
                <Fold words="Enter promo code" open={promoCode.error !== null}>
                  <PromoCodeEntry {...promoCode} refused={refused} />
                </Fold>
                <AppliedCodes {...promoCode} />
              </div>
            )}
            <SumRows>
              <OrderSums sums={sums} isPlaced={isPlaced} />
            </SumRows>
          </details>
          <SumRows className={styles.total}>
            <PaidRows sums={sums} />
          </SumRows>
        </>
      )}
    </div>
  </aside>
)
