import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { cardFaceText } from '#shared/messages/card-text.ts'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import { discountName } from '#cart/rules/discount-name.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'
import { taxEstimateText, taxRowName } from '#pricing/rules/tax-lines.ts'
import { rangeText } from '#shared/date-range.ts'
import { brand } from '#shared/brand.ts'
import { isNoPrice, parsePrice, priceText } from '#shared/money.ts'
import { AmountList, AmountRow, PriceRow } from '#ui/amount-list.tsx'
import amounts from '#ui/amount-list.module.css'
import { Price, WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Order, OrderWithRefunds } from '../endpoints.ts'
import { OrderShipments } from './order-shipments.tsx'
import { orderStateText } from './order-state.ts'
import { shopDay } from './shop-day.ts'
import styles from './order-sheet.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'
import type { Locale } from '#shared/locale.ts'

interface LineProps {
  readonly line: Order['lines'][number]
  readonly currency: Order['currency']
}

const Line = ({ line, currency }: LineProps) => {
  const t = useMessages(orderPagesMessages)
  return (
    <tr>
      <th scope="row" className={amounts.product}>
        <span className={styles.line}>
          <LinePicture planCode={line.plan_code} size="summary" />
          <span>
            <PlanName of={line.name} />
            <span className={classNames(text.block, text.small, text.mute)}>
              {line.quantity} × <WirePrice of={line.price} currency={currency} />
            </span>
          </span>
        </span>
      </th>
      <td className={amounts.number}>
        <Price cents={parsePrice(line.price, currency) * line.quantity} currency={currency} />
        {isNoPrice(line.discount) ? null : (
          <span className={classNames(text.block, text.small, text.mute)}>
            {rich(
              t.rich('discount', { price: () => <WirePrice of={line.discount} currency={currency} minus /> }),
            )}
          </span>
        )}
      </td>
    </tr>
  )
}

const Lines = ({ order }: { readonly order: Order }) => {
  const t = useMessages(orderPagesMessages)
  return (
    <table>
      <caption className={text.hidden}>{t('items')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('product')}</th>
          <th scope="col" className={amounts.number}>
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Line key={line.plan_code} line={line} currency={order.currency} />
        ))}
      </tbody>
    </table>
  )
}

const TaxRows = ({ order: { tax, taxes, currency } }: { readonly order: Order }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  if (taxes.length === 0) return <PriceRow label={t('tax')} of={tax} currency={currency} />
  return taxes.map((row) => (
    <PriceRow key={row.jurisdiction} label={taxRowName(row, locale)} of={row.amount} currency={currency} />
  ))
}

const Totals = ({ order, order: { currency } }: { readonly order: Order }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  return (
    <AmountList>
      <PriceRow label={t('subtotal')} of={order.subtotal} currency={currency} />
      {order.discounts.map((discount) => (
        <PriceRow
          key={discount.code}
          label={t('discountNamed', { name: discountName(discount, locale) })}
          of={discount.amount}
          currency={currency}
          minus
        />
      ))}
      <PriceRow
        label={t('shippingMethod', { method: shippingLabel(order.shipping_method, locale) })}
        of={order.shipping}
        currency={currency}
      />
      <TaxRows order={order} />
      <AmountRow label={t('total')} isTotal>
        <WirePrice of={order.total} currency={currency} /> <span className={text.small}>{currency}</span>
      </AmountRow>
      {isNoPrice(order.credit) ? null : (
        <PriceRow label={t('paidWithCredit')} of={order.credit} currency={currency} />
      )}
      {isNoPrice(order.refunded) ? null : (
        <PriceRow label={t('refunded')} of={order.refunded} currency={currency} minus />
      )}
    </AmountList>
  )
}

const TaxNote = ({ order: { tax_estimate: estimate } }: { readonly order: Order }) => {
  const locale = useLocale()
  return estimate === null ? null : (
    <p className={classNames(text.small, text.mute)}>{taxEstimateText(estimate, locale)}</p>
  )
}

const factsOf = (order: Order, locale: Locale) => {
  const t = orderPagesMessages.in(locale)
  return [
    { term: t('ordered'), fact: shopDay(order.placed_at, locale) },
    { term: t('status'), fact: orderStateText(order, locale) },
    ...(order.shipments.some(({ packed_at: packedAt }) => packedAt !== null) || order.shipments.length > 1
      ? [
          {
            term: order.shipments.length > 1 ? t('shipments') : t('shipment'),
            fact: <OrderShipments order={order} />,
          },
        ]
      : order.arrives === null
        ? []
        : [{ term: t('arrives'), fact: rangeText(order.arrives, locale) }]),
    {
      term: order.kind === 'gift' ? t('billTo') : t('shipsTo'),
      fact: <AddressLines address={order.address} />,
    },
    ...(order.card === null ? [] : [{ term: t('paidWith'), fact: cardFaceText(order.card, locale) }]),
    { term: t('email'), fact: order.email },
  ]
}

const refundText = (
  { amount, credit, state }: OrderWithRefunds['refunds'][number],
  currency: OrderWithRefunds['currency'],
  locale: Locale,
): string => {
  const t = orderPagesMessages.in(locale)

  const parts = [
    ...(isNoPrice(amount) ? [] : [t('toCard', { amount: priceText(amount, currency, locale) })]),
    ...(isNoPrice(credit) ? [] : [t('asCredit', { amount: priceText(credit, currency, locale) })]),
  ].join(` ${t('and')} `)
  switch (state) {
    case 'refunded':
      return t('refundDone', { parts })
    case 'pending':
      return t('refundPending', { parts })
    case 'refused':
      return t('refundRefused', { parts, email: brand.supportEmail })
    default:
      return state satisfies never
  }
}

/** ` For 1 × DS-01 ($56.49), Shipping ($5.00). Reason: It came late.` */
const refundParts = (
  { lines, reason }: OrderWithRefunds['refunds'][number],
  currency: OrderWithRefunds['currency'],
  locale: Locale,
  named: (text: string) => string,
): string => {
  const t = orderPagesMessages.in(locale)

  const parts = lines.map(({ name, amount }) => `${named(name)} (${priceText(amount, currency, locale)})`)
  return [
    ...(parts.length === 0 ? [] : [` ${t('refundFor', { parts: parts.join(', ') })}`]),
    ...(reason === null ? [] : [` ${t('refundReason', { reason })}`]),
  ].join('')
}

const Refunds = ({ order }: { readonly order: OrderWithRefunds }) => {
  const locale = useLocale()
  const named = useCatalogueText()
  return order.refunds.map((each) => (
    <p key={each.requested_at} className={classNames(text.small, text.mute)}>
      {shopDay(each.requested_at, locale)}: {refundText(each, order.currency, locale)}
      {refundParts(each, order.currency, locale, named)}
    </p>
  ))
}

/** One order: items, prices, destination, payment. Prints on one page. */
export const OrderSheet = ({ order }: { readonly order: OrderWithRefunds }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  return (
    <div className={styles.sheet}>
      <div>
        <Lines order={order} />
        <Totals order={order} />
        <TaxNote order={order} />
        <Refunds order={order} />
      </div>
      <div>
        <Facts facts={factsOf(order, locale)} />
        {order.terms.length > 0 ? (
          <section className={styles.terms} aria-labelledby="terms">
            <h2 className={text.h4} id="terms">
              {t('agreed')}
            </h2>
            {order.terms.map((term) => (
              <p key={term} className={classNames(text.small, text.mute)}>
                {term}
              </p>
            ))}
          </section>
        ) : null}
      </div>
    </div>
  )
}
