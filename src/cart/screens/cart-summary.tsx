import { arrivalText } from '#delivery/rules/delivery-times.ts'
import { WalletPlace } from '#checkout/wallet/screens/wallet-place.tsx'
import type { WalletEntry } from '#payment/endpoints.ts'
import { formatPrice, isNoPrice, parsePrice, priceText } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import type { CartReply } from '../endpoints.ts'
import type { CartFailure } from './cart-actions.ts'
import styles from './cart-contents.module.css'
import { continueIntent, shownName } from './cart-intent.ts'
import { jarName } from './plan-text.ts'
import { PromoCodeFields, promoCodeOf } from './promo-code-fields.tsx'
import { DiscountRows, AmountRow, TotalRows, TotalRow } from './total-rows.tsx'
import { CurrencyLink } from '#catalogue/screens/currency-switch.tsx'
import { intervalText } from '#shared/messages/interval-text.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'

const Renewals = ({ lines }: Pick<CartReply, 'lines'>) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  const renewals = lines.flatMap(({ name, quantity, renewal, currency }) => {
    if (renewal === null) return []
    const amount = formatPrice(parsePrice(renewal.price, currency) * quantity, currency, locale)
    const interval = intervalText(renewal.interval_months, locale)
    return [t('renewalAt', { item: jarName(name), interval, amount })]
  })
  if (renewals.length === 0) return null
  return (
    <p className={classNames(text.small, styles.terms)}>
      {rich(
        t.rich('renewsUntil', {
          renewals: renewals.join(', '),
          link: (inside) => <a href="/subscription-terms">{inside}</a>,
        }),
      )}
    </p>
  )
}

/** To the checkout, by the one form of the cart, so that no entered value is lost. */
const Continue = ({ total, currency }: Pick<CartReply, 'total' | 'currency'>) => (
  <Button
    kind="primary"
    wide
    name="intent"
    value={continueIntent}
    end={priceText(total, currency, useLocale())}
  >
    {useMessages(cartMessages)('continueToCheckout')}
  </Button>
)

interface CartSummaryProps {
  readonly cart: CartReply
  readonly failure: CartFailure | null
  /** A promo code that was entered and not applied yet. */
  readonly enteredCode: string
  /** Null where no wallet may buy this cart. */
  readonly wallet: WalletEntry | null
}

/** A wallet buys a cart that is complete: a gift needs its recipient first. */
export const isWalletOffered = ({
  has_gift: hasGift,
  gift,
  gift_days: days,
  refused_lines,
  total,
}: CartReply): boolean =>
  !isNoPrice(total) &&
  refused_lines.length === 0 &&
  (!hasGift || (gift !== null && gift.starts_on >= days.from))

const EnteredCode = ({ cart, failure, enteredCode }: Omit<CartSummaryProps, 'wallet'>) => {
  const promoCode = promoCodeOf(cart, failure?.code ?? null, useLocale())
  const isApplied = promoCode.applied.some(({ code }) => code.toUpperCase() === enteredCode.toUpperCase())
  const isFree = promoCode.entered === '' && !isApplied
  return (
    <div className={styles.promo}>
      <input type="hidden" name={shownName('promo_code')} value={promoCode.entered} />
      <PromoCodeFields
        {...promoCode}
        entered={isFree ? enteredCode : promoCode.entered}
        focused={failure?.isPlain === true && failure.code !== null}
        refused={failure?.code ?? null}
      />
    </div>
  )
}

/** The totals, and the button that goes to the checkout. */
const Totals = ({ cart }: Pick<CartSummaryProps, 'cart'>) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  return (
    <div>
      <TotalRows className={styles.totals}>
        <AmountRow label={t('subtotal')} amount={cart.subtotal} currency={cart.currency} />
        <DiscountRows discounts={cart.discounts} />
        <TotalRow amount={cart.total} currency={cart.currency} />
      </TotalRows>
      <p className={classNames(text.small, text.mute)}>{t('shippingLater')}</p>
      <p className={classNames(text.small, text.mute)}>
        <CurrencyLink returnTo="/cart" />
      </p>
      {cart.arrives === null ? null : <p className={text.small}>{arrivalText(cart.arrives, locale)}</p>}
      <p className={styles.checkout}>
        <Continue total={cart.total} currency={cart.currency} />
      </p>
    </div>
  )
}

/** The processor's wallets, with what a script needs to draw them. */
const Wallet = ({ cart, wallet }: Pick<CartSummaryProps, 'cart' | 'wallet'>) => (
  <div
    data-amount={parsePrice(cart.total, cart.currency)}
    data-currency={cart.currency}
    data-saves={cart.lines.some(({ renewal }) => renewal !== null) ? '' : undefined}
  >
    {wallet === null ? null : <WalletPlace entry={wallet} or="above" />}
  </div>
)

/** Promo code, totals and the checkout button. */
export const CartSummary = (props: CartSummaryProps) => {
  const { cart, wallet } = props
  return (
    <aside aria-labelledby="cart-totals">
      <div className={layout.sticky}>
        <h2 className={text.hidden} id="cart-totals">
          {useMessages(cartMessages)('total')}
        </h2>
        <EnteredCode {...props} />
        <Totals cart={cart} />
        <Wallet cart={cart} wallet={wallet} />
        <div>
          <Renewals lines={cart.lines} />
        </div>
      </div>
    </aside>
  )
}
