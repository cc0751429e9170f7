import { isNoPrice, parsePrice } from '#shared/money.ts'
import type { DeskOrder } from '../endpoints.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { ActionLink } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { timeText } from './parts/times.tsx'

const kinds = { purchase: 'Order', renewal: 'Renewal', gift: 'Gift' } as const

interface OrderHeadProps {
  readonly order: DeskOrder
  /** What the role may do. */
  readonly may: { readonly refund: boolean; readonly ship: boolean; readonly answer: boolean }
}

/** What opens a page of its own. */
const HeadActs = ({ order, may, address }: OrderHeadProps & { readonly address: string }) => (
  <>
    {may.ship && order.is_address_open ? (
      <ActionLink href={`${address}/address`} hotkey="e">
        Correct the address…
      </ActionLink>
    ) : null}
    {may.refund && !isNoPrice(order.left) ? (
      <ActionLink href={`${address}/refund`} hotkey="r">
        Refund…
      </ActionLink>
    ) : null}
    {may.ship && order.state === 'shipped' ? (
      <ActionLink href={`${address}/reship`}>Send again…</ActionLink>
    ) : null}
    {may.answer && order.is_disputed ? (
      <ActionLink kind="primary" href={`${address}/dispute`}>
        Answer the dispute…
      </ActionLink>
    ) : null}
  </>
)

/** The number of an order, its state, and what opens a page of its own. */
export const OrderHead = ({ order, may }: OrderHeadProps) => {
  const payment = paymentMark({
    totalCents: parsePrice(order.total, order.currency),
    refundedCents: parsePrice(order.refunded, order.currency),
    isDisputed: order.is_disputed,
  })
  const shipments = order.shipments.filter((one) => !one.is_reship).map(({ state }) => state)
  const address = `/desk/orders/${order.number}`
  return (
    <DeskHead
      crumb={<a href="/desk/orders">Orders</a>}
      title={order.number}
      sub={
        <>
          <StateMark mark={payment} />
          <StateMark mark={shipmentMark(shipments)} />
          {kinds[order.kind]}, placed {timeText(order.placed_at)}
        </>
      }
      acts={<HeadActs order={order} may={may} address={address} />}
    />
  )
}
