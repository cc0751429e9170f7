import { isNoPrice, parsePrice } from '#shared/money.ts'
import type { DeskOrder } from '../endpoints.ts'
import { paymentMark, shipmentMark } from '../rules/order-marks.ts'
import { addressOfList, orderAddress } from '../rules/list-place.ts'
import { listAddress } from '../rules/order-filter.ts'
import { ActionLink, ActionButton, PlainButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { timeText, dayText } from './parts/times.tsx'
import styles from './order-head.module.css'
import { Entry, EntryRow } from './parts/entry.tsx'
import { Section } from './parts/section.tsx'
import orderTagsStyles from './order-tags.module.css'

const kinds = { purchase: 'Order', renewal: 'Renewal', gift: 'Gift' } as const

interface OrderHeadProps {
  readonly order: DeskOrder
  /** The words of the list that it was opened from. */
  readonly list: string | undefined
  /** What the role may do. */
  readonly may: { readonly refund: boolean; readonly ship: boolean; readonly answer: boolean }
}

/** What opens a page of its own. */
const HeadActions = ({ order, list, may }: OrderHeadProps) => (
  <>
    {may.ship && order.is_address_open ? (
      <ActionLink href={orderAddress(order.number, { list, page: 'address' })} hotkey="e">
        Correct the address…
      </ActionLink>
    ) : null}
    {may.refund && !isNoPrice(order.left) ? (
      <ActionLink href={orderAddress(order.number, { list, page: 'refund' })} hotkey="r">
        Refund…
      </ActionLink>
    ) : null}
    {may.ship && order.state === 'shipped' ? (
      <ActionLink href={orderAddress(order.number, { list, page: 'reship' })}>Send again…</ActionLink>
    ) : null}
    {may.answer && order.is_disputed ? (
      <ActionLink kind="primary" href={orderAddress(order.number, { list, page: 'dispute' })}>
        Answer the dispute…
      </ActionLink>
    ) : null}
  </>
)

/** The way back to the list, and to its next and previous order. */
const ListCrumb = ({ number, list }: { readonly number: string; readonly list: string | undefined }) => (
  <>
    <a href={addressOfList(list)}>Orders</a>
    {list === undefined ? null : (
      <span className={styles.steps}>
        <a href={orderAddress(number, { list, page: 'list/previous' })} data-desk-key="k">
          Previous <kbd aria-hidden="true">K</kbd>
        </a>
        <a href={orderAddress(number, { list, page: 'list/next' })} data-desk-key="j">
          Next <kbd aria-hidden="true">J</kbd>
        </a>
      </span>
    )}
  </>
)

/** The number of an order, its state, and what opens a page of its own. */
export const OrderHead = ({ order, list, may }: OrderHeadProps) => {
  const payment = paymentMark({
    totalCents: parsePrice(order.total, order.currency),
    refundedCents: parsePrice(order.refunded, order.currency),
    isDisputed: order.is_disputed,
  })
  const shipments = order.shipments.filter((one) => !one.is_reship).map(({ state }) => state)
  return (
    <DeskHead
      crumb={<ListCrumb number={order.number} list={list} />}
      title={order.number}
      sub={
        <>
          <StateMark mark={payment} />
          <StateMark mark={shipmentMark(shipments)} />
          {kinds[order.kind]}, placed {timeText(order.placed_at)}
        </>
      }
      actions={<HeadActions order={order} list={list} may={may} />}
    />
  )
}

interface TagsProps {
  readonly order: Pick<DeskOrder, 'id'>
  readonly tags: readonly { readonly tag: string; readonly by: string; readonly at: string }[]
  /** What was typed before a refusal. */
  readonly entered: string | undefined
}

/** Words of the team on an order, each with who gave it, and the way to take it away. */
export const Tags = ({ order, tags, entered }: TagsProps) => (
  <Section title="Tags">
    {tags.length === 0 ? null : (
      <ul className={orderTagsStyles.tags} aria-label="Tags">
        {tags.map(({ tag, by, at }) => (
          <li key={tag}>
            <a href={listAddress({ tag })}>{tag}</a>
            <span>
              {by}, {dayText(at)}
            </span>
            <form method="post">
              <input type="hidden" name="intent" value="untag" />
              <input type="hidden" name="order" value={order.id} />
              <input type="hidden" name="tag" value={tag} />
              <PlainButton aria-label={`Remove the tag ${tag}`}>Remove</PlainButton>
            </form>
          </li>
        ))}
      </ul>
    )}
    <form method="post" className={orderTagsStyles.add}>
      <input type="hidden" name="intent" value="tag" />
      <input type="hidden" name="order" value={order.id} />
      <EntryRow>
        <Entry
          label="Add a tag"
          name="tag"
          required
          maxLength={24}
          autoComplete="off"
          defaultValue={entered}
          data-desk-key="t"
        />
        <ActionButton>Add</ActionButton>
      </EntryRow>
    </form>
  </Section>
)
