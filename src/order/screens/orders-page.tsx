import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect, useLoaderData } from 'react-router'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { ListPages, placeInQuery } from '#account/screens/list-pages.tsx'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { confirmOrder, listOrders, listUnconfirmedOrders } from '../endpoints.ts'
import type { Order } from '../endpoints.ts'
import { listReceivedGifts } from '#gift/endpoints.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { orderStateText } from './order-state.ts'
import { shopDay } from './shop-day.ts'
import { UnconfirmedOrders } from './unconfirmed-orders.tsx'
import styles from './orders-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'
import type { Locale } from '#shared/locale.ts'

/** `?after=` is an older part; what is not in a list of orders is on the first page only. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const isMember = actor.kind === 'member'
  const after = placeInQuery(request)
  if (after !== undefined)
    return { ...(await call(listOrders, { after })), isOlder: true, gifts: [], unconfirmed: [], isMember }
  const [{ orders, next }, { gifts }, unconfirmed] = await Promise.all([
    call(listOrders, {}),
    call(listReceivedGifts, {}),
    call(listUnconfirmedOrders, {}),
  ])
  return { orders, next, isOlder: false, gifts, unconfirmed: unconfirmed.orders, isMember }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const number = (await postedForm(request)).get('number')
  if (typeof number === 'string') await context.get(shopContext).call(confirmOrder, { number })
  return redirect('/account/orders', 303)
}

type GiftReceived = ReplyOf<typeof listReceivedGifts>['gifts'][number]

const giftText = ({ state, ship_on: on }: GiftReceived, locale: Locale): string => {
  const t = orderPagesMessages.in(locale)

  if (state === 'canceled') return t('canceled')
  return state === 'shipped' || on === null ? t('shipped') : t('shipsOn', { day: longDate(on, locale) })
}

/** A gift is an order of its giver only; the recipient sees where the shipment is. */
const ReceivedGift = ({ gift }: { readonly gift: GiftReceived }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  return (
    <li className={styles.order}>
      <div>
        <p>{shopDay(gift.claimed_at, locale)}</p>
        <p className={classNames(text.small, text.mute)}>{giftText(gift, locale)}</p>
      </div>
      <div>
        {gift.lines.map(({ name, quantity }) => (
          <p key={name}>
            {quantity > 1 ? `${quantity} × ` : ''}
            <PlanName of={name} />
          </p>
        ))}
        <p className={classNames(text.small, text.mute)}>
          {gift.tracking === null
            ? t('giftFrom', { name: gift.giver_name })
            : t('giftTrackingNote', { name: gift.giver_name, number: gift.tracking })}
        </p>
      </div>
    </li>
  )
}

const kindLabels = (locale: Locale) => {
  const t = orderPagesMessages.in(locale)
  return {
    purchase: t('purchase'),
    renewal: t('renewal'),
    gift: t('aGift'),
  } as const satisfies Record<Order['kind'], string>
}

const OrderRow = ({ order }: { readonly order: Order }) => {
  const t = useMessages(orderPagesMessages)
  const locale = useLocale()
  return (
    <li className={styles.order}>
      <div>
        <p>{shopDay(order.placed_at, locale)}</p>
        <p className={classNames(text.small, text.mute)}>{orderStateText(order, locale)}</p>
      </div>
      <div className={styles.items}>
        <span className={styles.pictures}>
          {order.lines.map((line) => (
            <LinePicture key={line.plan_code} planCode={line.plan_code} size="summary" />
          ))}
        </span>
        <div>
          {order.lines.map((line) => (
            <p key={line.plan_code}>
              {line.quantity > 1 ? `${line.quantity} × ` : ''}
              <PlanName of={line.name} />
            </p>
          ))}
          <p className={classNames(text.small, text.mute)}>{kindLabels(locale)[order.kind]}</p>
        </div>
      </div>
      <p className={styles.total}>
        <WirePrice of={order.total} currency={order.currency} />
      </p>
      <p className={styles.open}>
        <ButtonLink kind="link" href={`/account/orders/${order.number}`}>
          {t('orderNumber', { number: order.number })}
        </ButtonLink>
      </p>
    </li>
  )
}

/** Order history, the newest first. */
const OrdersPage = () => {
  const t = useMessages(orderPagesMessages)
  const { orders, next, isOlder, gifts, unconfirmed, isMember } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="orders" title={t('orderHistory')}>
      <UnconfirmedOrders orders={unconfirmed} isMember={isMember} />
      {gifts.length === 0 ? null : (
        <ul className={styles.orders}>
          {gifts.map((gift) => (
            <ReceivedGift key={gift.claimed_at} gift={gift} />
          ))}
        </ul>
      )}
      {!isOlder && orders.length + gifts.length + unconfirmed.length === 0 ? (
        <EmptyState title={t('noOrders')} picture="cut-packet-ds">
          <p className={text.mute}>{t('ordersAppear')}</p>
          <ButtonLink kind="primary" href="/get-started">
            {t('goToShop')}
          </ButtonLink>
        </EmptyState>
      ) : null}
      {orders.length === 0 ? null : (
        <ul className={styles.orders}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      <ListPages of="orders" at="/account/orders" next={next} isOlder={isOlder} />
    </AccountFrame>
  )
}

export default OrdersPage
