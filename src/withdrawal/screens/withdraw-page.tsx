import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { OrderLookupForm, lookupFailure, lookupPayload, orderLookup } from '#order/screens/order-lookup.tsx'
import type { OrderLookup } from '#order/screens/order-lookup.tsx'
import { shopDay } from '#order/screens/shop-day.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PictureSplit } from '#ui/picture-split.tsx'
import { WirePrice } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
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
      <Note kind="ok" className={styles.message}>
        <p>Received on {shopDay(done.received_at)}. The acknowledgement is in your mail.</p>
        {isNoPrice(done.refund) ? null : done.state === 'closed' ? (
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

/** The content of the page: the form, one order before it is withdrawn, or the result. */
interface Answer {
  readonly entered: OrderLookup
  readonly preview: ReplyOf<typeof previewWithdrawal> | null
  readonly done: ReplyOf<typeof withdraw> | null
  readonly failure: FormFailure | null
}

const failed = (entered: OrderLookup, thrown: unknown): Answer => ({
  entered,
  preview: null,
  done: null,
  failure: lookupFailure(thrown, 'order'),
})

const show = async (call: ShopContext['call'], entered: OrderLookup): Promise<Answer> => {
  try {
    return {
      entered,
      preview: await call(previewWithdrawal, lookupPayload(entered)),
      done: null,
      failure: null,
    }
  } catch (thrown) {
    return failed(entered, thrown)
  }
}

/** A member comes here from an order and sees it at once; the view changes nothing. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const number = new URL(request.url).searchParams.get('number') ?? ''
  const isMember = actor.kind === 'member'
  const entered = { number, email: '' }
  const empty: Answer = { entered, preview: null, done: null, failure: null }
  return { isMember, answer: isMember && number !== '' ? await show(call, entered) : empty }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const entered = orderLookup(form)
  if (formText(form, 'step') !== 'confirm') {
    const answer = await show(call, entered)
    return data(answer, { status: answer.failure?.status ?? 200 })
  }
  try {
    const done = await call(withdraw, { ...lookupPayload(entered), name: formText(form, 'name') })
    return { entered, preview: null, done, failure: null } satisfies Answer
  } catch (thrown) {
    const answer = failed(entered, thrown)
    return data(answer, { status: answer.failure?.status ?? 500 })
  }
}

const Identify = ({
  answer: { entered, failure },
  isMember,
}: ReturnType<typeof useLoaderData<typeof loader>>) => (
  <>
    <p className={classNames(text.lead, text.mute, styles.lead)}>
      An order can be canceled until we begin to pack it. From the EU, the EEA and the United Kingdom you can
      also withdraw from the contract, without a reason, within 14 days of delivery.
    </p>
    {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
    <OrderLookupForm
      action="/withdraw"
      entered={entered}
      failure={failure}
      isMember={isMember}
      labels={{ number: 'Order number', email: 'Email', button: 'Withdraw from contract' }}
      hint="It is in the confirmation email."
      className={styles.form}
    />
  </>
)

/** Two steps, as Directive (EU) 2023/2673 requires: say which contract, then confirm; for members and guests. */
const WithdrawPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded.answer
  const { preview, done } = answer
  const head = <PageHead title={`Cancel or withdraw | ${brand.name}`} unlisted />
  if (!done && !preview)
    return (
      <PictureSplit picture="refill-packet" alt="A paper refill packet on a block of layered earth">
        {head}
        <h1 className={text.d2}>Cancel an order or withdraw from a contract</h1>
        <Identify answer={answer} isMember={loaded.isMember} />
      </PictureSplit>
    )
  return (
    <div className={layout.page}>
      {head}
      {done ? <WithdrawalDone done={done} /> : null}
      {preview ? <ConfirmWithdrawal preview={preview} email={answer.entered.email} /> : null}
    </div>
  )
}

export default WithdrawPage
