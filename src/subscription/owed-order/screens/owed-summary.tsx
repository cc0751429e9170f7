import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { PaidRows, AmountRow, TotalRows } from '#cart/screens/total-rows.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice } from '#shared/money.ts'
import { useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { owedMessages } from '../../messages/owed-messages.ts'
import type { viewOwedOrder } from '../owed-endpoints.ts'
import styles from './update-card-page.module.css'

export type OwedOrder = ReplyOf<typeof viewOwedOrder>

/** The items of the order and its price; nothing that identifies the member. */
export const OwedSummary = ({ order }: { readonly order: OwedOrder }) => {
  const t = useMessages(owedMessages)
  const named = useCatalogueText()
  return (
    <aside aria-labelledby="order-summary">
      <h2 className={text.h4} id="order-summary">
        {t('orderSummary')}
      </h2>
      <TotalRows className={styles.totals}>
        {order.lines.map(({ name, quantity, subtotal }) => (
          <AmountRow
            key={name}
            label={quantity > 1 ? `${quantity} × ${named(name)}` : named(name)}
            amount={subtotal}
            currency={order.currency}
          />
        ))}
        {isNoPrice(order.discount) ? null : (
          <AmountRow label={t('discounts')} amount={`-${order.discount}`} currency={order.currency} />
        )}
        <AmountRow label={t('shipping')} amount={order.shipping} currency={order.currency} />
        <AmountRow label={t('taxes')} amount={order.tax} currency={order.currency} />
      </TotalRows>
      <TotalRows>
        <PaidRows totals={order} />
      </TotalRows>
    </aside>
  )
}
