import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { QuantityField } from '#ui/quantity-field.tsx'
import text from '#ui/text.module.css'
import type { CartReply } from '../endpoints.ts'
import type { CartFailure } from './cart-actions.ts'
import { quantityName, shownName } from './cart-intent.ts'
import styles from './cart-line.module.css'
import { LinePicture } from './line-picture.tsx'
import { jarName, productPart, variantPart } from './plan-text.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { CatalogueText } from '#catalogue/screens/parts/plan-name.tsx'

type Line = CartReply['lines'][number]

const Detail = ({ line }: { readonly line: Line }) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  const { name, renewal, currency, is_gift: isGift } = line
  const variant = <CatalogueText key="variant" of={name} part={variantPart} />
  if (isGift) return rich(t.rich('freeGift', { variant }))
  if (renewal === null) return rich(t.rich('oneTime', { variant }))
  return rich(
    t.rich('renews', {
      variant,
      interval: intervalText(renewal.interval_months, locale),
      amount: priceText(renewal.price, currency, locale),
    }),
  )
}

const Name = ({ line }: { readonly line: Line }) => (
  <h2 className={text.h4}>
    {line.pdp_url === null ? (
      productPart(line.name)
    ) : (
      <a className={styles.name} href={line.pdp_url}>
        {productPart(line.name)}
      </a>
    )}
  </h2>
)

const Quantity = ({ line, entered }: { readonly line: Line; readonly entered: string | null }) => (
  <>
    <input type="hidden" name={shownName(quantityName(line.plan_code))} value={line.quantity} />
    <QuantityField
      name={quantityName(line.plan_code)}
      quantity={entered === null || entered === '' ? line.quantity : Number(entered)}
      max={line.max_quantity}
      of={jarName(line.name)}
      fewer={{ name: 'intent', value: `decrement ${line.plan_code}` }}
      more={{ name: 'intent', value: `increment ${line.plan_code}` }}
    />
  </>
)

const Price = ({ line }: { readonly line: Line }) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  const name = useCatalogueText()(line.name)
  return (
    <div className={styles.price}>
      <p className={text.figures}>
        {isNoPrice(line.subtotal) ? t('free') : priceText(line.subtotal, line.currency, locale)}
      </p>
      <p className={classNames(text.small, text.mute)}>
        {line.renewal === null ? t('once') : intervalText(line.renewal.interval_months, locale)}
      </p>
      {line.is_gift ? null : (
        <span className={styles.remove}>
          <Button
            kind="link"
            size="small"
            name="intent"
            value={`remove ${line.plan_code}`}
            label={t('removeLine', { product: productPart(name), variant: variantPart(name) })}
          >
            {t('remove')}
          </Button>
        </span>
      )}
    </div>
  )
}

interface CartLineProps {
  readonly line: Line
  /** Why this line cannot be bought as it is. */
  readonly refused: string | null
  readonly failure: CartFailure | null
}

/** One line: what, how many, how much and how often. */
export const CartLine = ({ line, refused, failure }: CartLineProps) => {
  const own = failure?.lines.find(({ planCode }) => planCode === line.plan_code) ?? null
  const error = own?.message ?? refused
  return (
    <li className={styles.line} data-key={line.plan_code}>
      <LinePicture planCode={line.plan_code} size="line" />
      <div>
        <Name line={line} />
        <p className={classNames(text.small, text.mute)}>
          <Detail line={line} />
        </p>
        <div className={styles.quantity}>
          {line.is_gift ? null : <Quantity line={line} entered={own?.quantity ?? null} />}
        </div>
        {error === null ? null : (
          <p className={styles.error} role={own ? 'alert' : undefined} data-refused={own ? '' : undefined}>
            {error}
          </p>
        )}
      </div>
      <Price line={line} />
    </li>
  )
}
