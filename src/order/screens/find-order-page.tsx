import type { ActionFunctionArgs } from 'react-router'
import { data, useActionData } from 'react-router'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { findGuestInvoice } from '#invoice/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { findGuestOrder } from '../endpoints.ts'
import type { OrderWithRefunds } from '../endpoints.ts'
import { OrderLookupForm, lookupFailure, orderLookup } from './order-lookup.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { ProblemLink } from './problem-link.tsx'
import { ReturnLink } from './return-link.tsx'
import { WithdrawalLink } from './withdrawal-link.tsx'
import styles from './find-order-page.module.css'

/** A form that shows what it found: nothing about an order is ever in a URL. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const entered = orderLookup(form)
  try {
    const { call } = context.get(shopContext)
    const order = await call(findGuestOrder, entered)
    const { key } = await call(findGuestInvoice, entered)
    return { entered, order, invoiceKey: key, failure: null }
  } catch (thrown) {
    const failure = lookupFailure(thrown, 'order')
    return data({ entered, order: null, invoiceKey: '', failure }, { status: failure.status })
  }
}

interface FoundOrderProps {
  readonly order: OrderWithRefunds
  readonly invoiceKey: string
  /** What the order was looked up with. */
  readonly email: string
}

/** By POST: nothing about a guest's order is in a URL. */
const GiftButton = ({ number, email }: { readonly number: string; readonly email: string }) => (
  <form method="post" action="/your-gift">
    <input type="hidden" name="number" value={number} />
    <input type="hidden" name="email" value={email} />
    <Button kind="secondary" size="small">
      Track the gift
    </Button>
  </form>
)

const FoundOrder = ({ order, invoiceKey, email }: FoundOrderProps) => (
  <div className={layout.page}>
    <PageHead title={`Order ${order.number} | ${brand.name}`} unlisted />
    <h1 className={text.d2}>Order {order.number}</h1>
    <OrderSheet order={order} />
    <div className={classNames(layout.actions, styles.after)}>
      {order.kind === 'gift' ? <GiftButton number={order.number} email={email} /> : null}
      <OrderAgain order={order} guestEmail={email} />
      <ProblemLink order={order} guestEmail={email} />
      <ReturnLink order={order} guestEmail={email} />
      <WithdrawalLink order={order} guestEmail={email} />
      <ButtonLink kind="link" href={`/invoice?key=${invoiceKey}`}>
        Invoice
      </ButtonLink>
    </div>
  </div>
)

/** Guest look-up by order number and e-mail (ruling 6). */
const FindOrderPage = () => {
  const answer = useActionData<typeof action>()
  if (answer?.order)
    return <FoundOrder order={answer.order} invoiceKey={answer.invoiceKey} email={answer.entered.email} />
  const failure = answer?.failure
  return (
    <PictureSplit
      picture="welcome-kit"
      alt="Welcome kit: an open carton holding a DS-01 jar and a travel vial"
    >
      <PageHead title={`Find your order | ${brand.name}`} unlisted />
      <h1 className={text.d2}>Find your order</h1>
      <p className={classNames(text.lead, text.mute, styles.lead)}>
        You’ll find the number in your confirmation email.
      </p>
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      <OrderLookupForm
        entered={answer?.entered}
        failure={failure ?? null}
        isMember={false}
        labels={{ number: 'Order number', email: 'Email', button: 'Show my order' }}
        className={styles.form}
      />
      <p className={styles.after}>
        <ButtonLink kind="link" href="/account/orders">
          I have an account
        </ButtonLink>
      </p>
    </PictureSplit>
  )
}

export default FindOrderPage
