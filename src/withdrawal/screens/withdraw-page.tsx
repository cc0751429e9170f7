import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { parsePrice } from '#shared/money.ts'
import { Note } from '#ui/note.tsx'
import { Price } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { previewWithdrawal, withdraw } from '../endpoints.ts'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import styles from './withdraw-page.module.css'

/** The result. */
const WithdrawalDone = ({ done }: { readonly done: ReplyOf<typeof withdraw> }) => {
  const amount = <Price cents={parsePrice(done.refund)} />
  return (
    <>
      <h1 className={text.d2}>
        {done.kind === 'cancel'
          ? `Order ${done.number} is canceled`
          : `You withdrew from order ${done.number}`}
      </h1>
      <Note kind="ok" className={styles.message}>
        <p>Received on {shopDay(done.received_at)}. The acknowledgement is in your mail.</p>
        {parsePrice(done.refund) === 0 ? null : done.state === 'closed' ? (
          <p>{amount} is refunded the way you paid. Banks take up to ten days to show what goes to a card.</p>
        ) : (
          <p>
            Please return the package within 14 days. When it arrives, {amount} is refunded the way you paid.
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

const pageText = {
  title: 'Cancel or withdraw',
  heading: 'Cancel an order or withdraw from a contract',
  lead: 'An order can be canceled until we begin to pack it. From the EU, the EEA and the United Kingdom you can also withdraw from the contract, without a reason, within 14 days of delivery.',
  labels: { number: 'Order number', email: 'Email', button: 'Withdraw from contract' },
  hint: 'It is in the confirmation email.',
}

/** Two steps, as Directive (EU) 2023/2673 requires: say which contract, then confirm; for members and guests. */
const WithdrawPage = () => {
  const { isMember, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const { found: preview, done, failure } = answer
  return (
    <OrderLookupPage
      text={pageText}
      picture="refill-packet"
      action="/withdraw"
      entered={answer.entered}
      failure={failure}
      isMember={isMember}
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
