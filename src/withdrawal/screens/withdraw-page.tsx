import { use } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import type { OrderLookup } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { OrderPageLink } from '#order/screens/order-links.tsx'
import { shopDay } from '#order/screens/shop-day.ts'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice } from '#shared/money.ts'
import { Note } from '#ui/note.tsx'
import { SiteContext } from '#ui/page-head.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { previewWithdrawal, withdraw } from '../endpoints.ts'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import styles from './withdraw-page.module.css'

/** The result. */
const WithdrawalDone = ({ done }: { readonly done: ReplyOf<typeof withdraw> }) => {
  const amount = <WirePrice of={done.refund} currency={done.currency} />
  return (
    <>
      <h1 className={text.d2}>
        {done.kind === 'cancel'
          ? `Order ${done.number} is canceled`
          : `You withdrew from order ${done.number}`}
      </h1>
      <Note kind="ok" isAnswer className={styles.message}>
        <p>Received on {shopDay(done.received_at)}. We emailed you a confirmation.</p>
        {isNoPrice(done.refund) ? null : done.state === 'closed' ? (
          <p>
            {amount} will be refunded {refundTargetText(done.refund_to)}.
            {done.refund_to === 'credit' ? '' : ' Your bank may take up to ten days to show the refund.'}
          </p>
        ) : (
          <p>
            Please return the package within 14 days. When it arrives, {amount} will be refunded{' '}
            {refundTargetText(done.refund_to)}.
          </p>
        )}
      </Note>
    </>
  )
}

const page = lookupPage<ReplyOf<typeof previewWithdrawal>, ReplyOf<typeof withdraw>>({
  what: 'order',
  find: (call, entered) => call(previewWithdrawal, lookupPayload(entered)),
  act: async (call, form, entered) => {
    if (formText(form, 'step') !== 'confirm') return null
    const done = await call(withdraw, { ...lookupPayload(entered), name: formText(form, 'name') })
    return { done, found: null }
  },
})

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  page.load({ request, shop: context.get(shopContext) })

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

const labels = { number: 'Order number', email: 'Email' }
const hint = 'You’ll find it in your confirmation email.'

/** Where the law gives the right to withdraw, the page and its button name it; elsewhere they name what there is. */
const pageTexts = {
  withdraw: {
    title: 'Cancel or withdraw',
    heading: 'Cancel an order or withdraw from a contract',
    lead: 'You can cancel an order until we start packing it. In the EU, the EEA and the United Kingdom, you can also withdraw from the contract within 14 days of delivery, without giving a reason.',
    labels: { ...labels, button: 'Withdraw from contract' },
    hint,
  },
  cancel: {
    title: 'Cancel an order',
    heading: 'Cancel an order',
    lead: 'You can cancel an order until we start packing it. After that, you can return it.',
    labels: { ...labels, button: 'Find the order' },
    hint,
  },
} as const

const returnable: readonly (string | undefined)[] = ['packed', 'shipped', 'too-late']

/** The way on for an order that can be neither canceled nor withdrawn from. */
const ReturnInstead = ({ entered: { number, email } }: { readonly entered: OrderLookup }) => (
  <div className={styles.after}>
    <OrderPageLink
      order={{ number }}
      guestEmail={email === '' ? null : email}
      to="/return"
      label="Return items instead"
    />
  </div>
)

/** Two steps, as Directive (EU) 2023/2673 requires: say which contract, then confirm; for members and guests. */
const WithdrawPage = () => {
  const { isMember, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const { found: preview, done, failure } = answer
  const { mayWithdraw } = use(SiteContext)
  return (
    <OrderLookupPage
      text={mayWithdraw ? pageTexts.withdraw : pageTexts.cancel}
      picture="withdrawal"
      action="/withdraw"
      entered={answer.entered}
      failure={failure}
      isMember={isMember}
      after={returnable.includes(failure?.reason) ? <ReturnInstead entered={answer.entered} /> : null}
      content={
        done ? (
          <WithdrawalDone done={done} />
        ) : preview ? (
          <ConfirmWithdrawal preview={preview} email={answer.entered.email} failure={failure} />
        ) : null
      }
    />
  )
}

export default WithdrawPage
