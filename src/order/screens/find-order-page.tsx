import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { findGuestInvoice } from '#invoice/endpoints.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { findGuestOrder } from '../endpoints.ts'
import type { OrderWithRefunds } from '../endpoints.ts'
import { lookupPage } from './order-lookup.ts'
import { OrderLookupPage } from './order-lookup-page.tsx'
import { OrderAgain, ProblemLink, ReturnLink, ReviewLink, WithdrawalLink } from './order-links.tsx'
import { OrderSheet } from './order-sheet.tsx'
import styles from './order-lookup-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

const page = lookupPage({
  what: 'order',
  find: async (call, entered) => {
    const order = await call(findGuestOrder, entered)
    const { key } = await call(findGuestInvoice, entered)
    return { order, invoiceKey: key }
  },
})

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

interface FoundOrderProps {
  readonly order: OrderWithRefunds
  readonly invoiceKey: string
  /** What the order was looked up with. */
  readonly email: string
}

/** By POST: nothing about a guest's order is in a URL. */
const GiftButton = ({ number, email }: { readonly number: string; readonly email: string }) => {
  const t = useMessages(orderPagesMessages)
  return (
    <form method="post" action="/your-gift">
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="email" value={email} />
      <Button kind="secondary" size="small">
        {t('trackGift')}
      </Button>
    </form>
  )
}

const FoundOrder = ({ order, invoiceKey, email }: FoundOrderProps) => {
  const t = useMessages(orderPagesMessages)
  return (
    <>
      <h1 className={text.d2}>{t('orderNumber', { number: order.number })}</h1>
      <OrderSheet order={order} />
      <div className={classNames(layout.actions, styles.after)}>
        {order.kind === 'gift' ? <GiftButton number={order.number} email={email} /> : null}
        <OrderAgain order={order} guestEmail={email} />
        <ReviewLink order={order} guestEmail={email} />
        <ProblemLink order={order} guestEmail={email} />
        <ReturnLink order={order} guestEmail={email} />
        <WithdrawalLink order={order} guestEmail={email} />
        <ButtonLink kind="link" href={`/invoice?key=${invoiceKey}`}>
          {t('invoice')}
        </ButtonLink>
      </div>
    </>
  )
}

/** Guest look-up by order number and e-mail (ruling 6). */
const FindOrderPage = () => {
  const t = useMessages(orderPagesMessages)

  const answer = useActionData<typeof action>()
  const found = answer?.found
  return (
    <OrderLookupPage
      text={{
        title: found ? t('foundOrder', { number: found.order.number }) : t('findTitle'),
        heading: t('findTitle'),
        lead: t('findLead'),
        labels: { number: t('number'), email: t('email'), button: t('showOrder') },
      }}
      picture="order"
      action="/order"
      entered={answer?.entered}
      failure={answer?.failure ?? null}
      isMember={false}
      content={answer && found ? <FoundOrder {...found} email={answer.entered.email} /> : null}
      after={
        <p className={styles.after}>
          <ButtonLink kind="link" href="/account/orders">
            {t('haveAccount')}
          </ButtonLink>
        </p>
      }
    />
  )
}

export default FindOrderPage
