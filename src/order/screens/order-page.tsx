import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { viewOrder } from '../endpoints.ts'
import { OrderAgain, ProblemLink, ReturnLink, ReviewLink, WithdrawalLink } from './order-links.tsx'
import { OrderSheet } from './order-sheet.tsx'
import styles from './order-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(shopContext).call(viewOrder, { number: params['number'] ?? '' })

/** One order of a member. */
const OrderPage = () => {
  const t = useMessages(orderPagesMessages)

  const order = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="orders" title={t('orderNumber', { number: order.number })}>
      <OrderSheet order={order} />
      <div className={classNames(layout.actions, styles.after)}>
        {order.kind === 'gift' ? (
          <ButtonLink kind="secondary" size="small" href={`/your-gift?number=${order.number}`}>
            {t('trackGift')}
          </ButtonLink>
        ) : null}
        <OrderAgain order={order} guestEmail={null} />
        <ReviewLink order={order} guestEmail={null} />
        <ProblemLink order={order} guestEmail={null} />
        <ReturnLink order={order} guestEmail={null} />
        <WithdrawalLink order={order} guestEmail={null} />
        <ButtonLink kind="link" href={`/account/orders/${order.number}/invoice`}>
          {t('invoice')}
        </ButtonLink>
        <ButtonLink kind="link" href="/account/orders">
          {t('allOrders')}
        </ButtonLink>
      </div>
    </AccountFrame>
  )
}

export default OrderPage
