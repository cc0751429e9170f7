import { longDate } from '#shared/dates.ts'
import { isNoPrice } from '#shared/money.ts'
import { AmountList, AmountRow, PriceRow } from '#ui/amount-list.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { UpcomingOrder } from '#subscription/endpoints.ts'
import { discountText, couponRefusalText } from './discount-text.ts'
import { actionPath } from './member-action.ts'
import styles from './upcoming-order-sheet.module.css'

type Line = UpcomingOrder['lines'][number]

interface SheetProps {
  readonly order: UpcomingOrder
  /** Where things that come once can be removed again; null where they cannot. */
  readonly editable: string | null
}

/** The page of an action on one item. */
const itemPath = (
  id: string,
  action: 'remove-one-time' | 'skip-item' | 'unskip-item',
  addOnId: string | null,
) => (addOnId === null ? actionPath(id, action) : `${actionPath(id, action)}?add_on_id=${addOnId}`)

interface LineLinksProps {
  readonly id: string
  readonly line: Line
  /** Nothing else comes with the order. */
  readonly isOnlyItem: boolean
}

/** The actions for one item: skip it this time, or remove it. */
const LineLinks = ({ id, line, isOnlyItem }: LineLinksProps) => (
  <>
    {isOnlyItem ? null : (
      <a className={styles.action} href={itemPath(id, 'skip-item', line.add_on_id)}>
        Skip this time<span className={text.hidden}>, {line.name}</span>
      </a>
    )}
    {line.add_on_id === null ? null : (
      <a className={styles.action} href={itemPath(id, 'remove-one-time', line.add_on_id)}>
        Remove<span className={text.hidden}> {line.name}</span>
      </a>
    )}
  </>
)

/** The skipped items. */
const HeldItems = ({ order, editable }: SheetProps) =>
  order.held.map(({ add_on_id: addOnId, name, quantity }) => (
    <li className={styles.line} key={addOnId ?? 'own'}>
      <span>
        {name}
        <span className={classNames(text.block, text.small, text.mute)}>
          {quantity} × ships with a later order
        </span>
        {editable === null ? null : (
          <a className={styles.action} href={itemPath(editable, 'unskip-item', addOnId)}>
            Add back<span className={text.hidden}> {name}</span>
          </a>
        )}
      </span>
    </li>
  ))

interface OrderLineProps {
  readonly line: Line
  readonly editable: string | null
  readonly isOnlyItem: boolean
}

const OrderLine = ({ line, editable, isOnlyItem }: OrderLineProps) => (
  <li className={styles.line}>
    <span>
      {line.name}
      <span className={classNames(text.block, text.small, text.mute)}>
        {line.quantity} × <WirePrice of={line.price} currency={line.currency} />
        {line.add_on_id === null ? '' : ', once'}
      </span>
      {editable === null ? null : <LineLinks id={editable} line={line} isOnlyItem={isOnlyItem} />}
    </span>
    <WirePrice of={line.subtotal} currency={line.currency} />
  </li>
)

/** The shop's methods; some say already that they are shipping. */
const shippingLabel = (method: string): string =>
  /shipping/i.test(method) || method === '' ? method || 'Shipping' : `Shipping, ${method}`

const Totals = ({ order, order: { currency } }: { readonly order: UpcomingOrder }) => (
  <AmountList size="small">
    {order.discounts
      .filter(({ amount }) => !isNoPrice(amount))
      .map(({ code, reason, amount }) => (
        <PriceRow
          key={`${code} ${reason}`}
          label={discountText(code, reason)}
          of={amount}
          currency={currency}
          minus
        />
      ))}
    <PriceRow label={shippingLabel(order.shipping_method)} of={order.shipping} currency={currency} />
    <PriceRow label="Tax" of={order.tax} currency={currency} />
    <AmountRow label="Total" isTotal>
      <WirePrice of={order.total} currency={currency} />
    </AmountRow>
    {isNoPrice(order.credit) ? null : (
      <>
        <PriceRow label="Credit" of={order.credit} currency={currency} minus />
        <PriceRow label="To the card" of={order.to_pay} currency={currency} />
      </>
    )}
  </AmountList>
)

/** An upcoming order, complete: lines, discounts with their reasons, shipping, tax, total. */
export const UpcomingOrderSheet = ({ order, editable }: SheetProps) => (
  <>
    <ul className={styles.lines} aria-label={`The order of ${longDate(order.on)}`}>
      {order.lines.map((line) => (
        <OrderLine
          key={line.add_on_id ?? line.plan_code}
          line={line}
          editable={editable}
          isOnlyItem={order.lines.length === 1}
        />
      ))}
      <HeldItems order={order} editable={editable} />
    </ul>
    <Totals order={order} />
    {order.refusals.map(({ code, reason }) => (
      <p key={code} className={classNames(text.small, text.mute, styles.after)}>
        {code} doesn’t apply to this order: {couponRefusalText(reason)}.
      </p>
    ))}
  </>
)
