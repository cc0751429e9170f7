import { use } from 'react'
import { nameParts } from '#catalogue/rules/product.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import type { WalletEntry } from '#payment/endpoints.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import layout from '#ui/layout.module.css'
import { PictureSplit } from '#ui/picture-split.tsx'
import text from '#ui/text.module.css'
import type { CartReply } from '../endpoints.ts'
import type { CartFailure } from './cart-actions.ts'
import styles from './cart-contents.module.css'
import { CartLine } from './cart-line.tsx'
import { CartSummary } from './cart-summary.tsx'
import { GiftForm } from './gift-form.tsx'
import { Upsells } from './upsells.tsx'
import { Note } from '#ui/note.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'

const FirstProduct = () => {
  const t = useMessages(cartMessages)
  const [product] = use(ProductsContext)
  return product ? (
    <ButtonLink kind="secondary" href={product.page}>
      {t('shop', { product: nameParts(product.name).code })}
    </ButtonLink>
  ) : null
}

/** A message, a link to the shop, and a picture of a jar. */
export const EmptyCart = ({ message }: { readonly message: string | null }) => {
  const t = useMessages(cartMessages)
  return (
    <PictureSplit picture="empty-cart">
      {message === null ? null : <ErrorSummary message={message} className={styles.reason} />}
      <h1 className={text.d2}>{t('empty')}</h1>
      <p className={classNames(layout.actions, layout.gap5)}>
        <FirstProduct />
        <ButtonLink kind="link" href="/get-started">
          {t('seeAll')}
        </ButtonLink>
      </p>
    </PictureSplit>
  )
}

interface CartContentsProps {
  readonly cart: CartReply
  /** Null where no wallet may buy this cart. */
  readonly wallet: WalletEntry | null
  readonly failure: CartFailure | null
  /** Why a link could not be followed. */
  readonly refused: string | null
  /** A promo code that was entered and not applied yet. */
  readonly enteredCode: string
}

/** Says that the cart is priced in another currency than before; gone with the next change of the cart. */
const Repriced = ({ cart: { currency, currency_before: before } }: Pick<CartContentsProps, 'cart'>) => {
  const t = useMessages(cartMessages)
  return before === null ? null : (
    <Note className={layout.gap5}>
      <p>{t('repriced', { before, now: currency })}</p>
    </Note>
  )
}

/** A cart with items: lines and offers at the left, totals and the checkout button at the right. */
export const CartContents = ({ cart, wallet, failure, refused, enteredCode }: CartContentsProps) => {
  const locale = useLocale()
  const t = useMessages(cartMessages)
  const general =
    failure && !failure.isSaidByField && !cart.lines.some((line) => line.plan_code === failure.planCode)
  const message = general ? failure.message : refused
  const refusedLines = new Map(
    cart.refused_lines.map((line) => [line.plan_code, refusalText(line.detail, locale)]),
  )
  return (
    <div className={layout.sixFour}>
      <div>
        <div>
          <h1 className={text.d2}>{t('cart')}</h1>
          {message === null ? null : <ErrorSummary message={message} className={layout.gap5} />}
          <Repriced cart={cart} />
          <ul className={styles.lines}>
            {cart.lines.map((line) => (
              <CartLine
                key={line.plan_code}
                line={line}
                refused={refusedLines.get(line.plan_code) ?? null}
                failure={failure}
              />
            ))}
          </ul>
        </div>
        <div>{cart.has_gift ? <GiftForm cart={cart} failure={failure?.gift ?? null} /> : null}</div>
        <div>
          <Upsells upsells={cart.upsells} />
        </div>
      </div>
      <CartSummary cart={cart} wallet={wallet} failure={failure} enteredCode={enteredCode} />
    </div>
  )
}
