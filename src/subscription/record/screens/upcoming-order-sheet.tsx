import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import type { ReactNode } from 'react'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'
import { longDate } from '#shared/dates.ts'
import { isNoPrice } from '#shared/money.ts'
import { AmountList, AmountRow, PriceRow } from '#ui/amount-list.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { UpcomingOrder } from '#subscription/endpoints.ts'
import { discountText, couponRefusalText } from './subscription-text.ts'
import { actionPath } from './member-action.ts'
import styles from './upcoming-order-sheet.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'

/** What a screen reader needs to tell links apart. */
const hidden = (words: ReactNode[]) => <span className={text.hidden}>{words}</span>

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
const LineLinks = ({ id, line, isOnlyItem }: LineLinksProps) => {
  const t = useMessages(subscriptionMessages)
  const name = <PlanName key="name" of={line.name} />
  return (
    <>
      {isOnlyItem ? null : (
        <a className={styles.action} href={itemPath(id, 'skip-item', line.add_on_id)}>
          {rich(t.rich('skipThisTime', { name, hidden }))}
        </a>
      )}
      {line.add_on_id === null ? null : (
        <a className={styles.action} href={itemPath(id, 'remove-one-time', line.add_on_id)}>
          {rich(t.rich('removeNamed', { name, hidden }))}
        </a>
      )}
    </>
  )
}

/** The skipped items. */
const HeldItems = ({ order, editable }: SheetProps) => {
  const t = useMessages(subscriptionMessages)
  return order.held.map(({ add_on_id: addOnId, name, quantity }) => (
    <li className={styles.line} key={addOnId ?? 'own'}>
      <span>
        <PlanName of={name} />
        <span className={classNames(text.block, text.small, text.mute)}>
          {t('shipsLater', { count: quantity })}
        </span>
        {editable === null ? null : (
          <a className={styles.action} href={itemPath(editable, 'unskip-item', addOnId)}>
            {rich(t.rich('addBackNamed', { name: <PlanName key="name" of={name} />, hidden }))}
          </a>
        )}
      </span>
    </li>
  ))
}

interface OrderLineProps {
  readonly line: Line
  readonly editable: string | null
  readonly isOnlyItem: boolean
}

const OrderLine = ({ line, editable, isOnlyItem }: OrderLineProps) => {
  const t = useMessages(subscriptionMessages)
  return (
    <li className={styles.line}>
      <span>
        <PlanName of={line.name} />
        <span className={classNames(text.block, text.small, text.mute)}>
          {line.quantity} × <WirePrice of={line.price} currency={line.currency} />
          {line.add_on_id === null ? '' : t('once')}
        </span>
        {editable === null ? null : <LineLinks id={editable} line={line} isOnlyItem={isOnlyItem} />}
      </span>
      <WirePrice of={line.subtotal} currency={line.currency} />
    </li>
  )
}

/** The shop's methods; some say already that they are shipping. */
const shippingRow = (stored: string, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)
  const method = shippingLabel(stored, locale)
  return /shipping/i.test(stored) || stored === '' ? method || t('shipping') : t('shippingMethod', { method })
}

const Totals = ({ order, order: { currency } }: { readonly order: UpcomingOrder }) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return (
    <AmountList size="small">
      {order.discounts
        .filter(({ amount }) => !isNoPrice(amount))
        .map(({ code, reason, amount }) => (
          <PriceRow
            key={`${code} ${reason}`}
            label={discountText(code, reason, locale)}
            of={amount}
            currency={currency}
            minus
          />
        ))}
      <PriceRow label={shippingRow(order.shipping_method, locale)} of={order.shipping} currency={currency} />
      <PriceRow label={t('tax')} of={order.tax} currency={currency} />
      <AmountRow label={t('total')} isTotal>
        <WirePrice of={order.total} currency={currency} />
      </AmountRow>
      {isNoPrice(order.credit) ? null : (
        <>
          <PriceRow label={t('credit')} of={order.credit} currency={currency} minus />
          <PriceRow label={t('toCard')} of={order.to_pay} currency={currency} />
        </>
      )}
    </AmountList>
  )
}

/** An upcoming order, complete: lines, discounts with their reasons, shipping, tax, total. */
export const UpcomingOrderSheet = ({ order, editable }: SheetProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return (
    <>
      <ul className={styles.lines} aria-label={t('orderOf', { day: longDate(order.on, locale) })}>
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
          {t('codeRefused', { code, reason: couponRefusalText(reason, locale) })}
        </p>
      ))}
    </>
  )
}
