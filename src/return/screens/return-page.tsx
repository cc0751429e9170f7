import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { OrderLookupForm, lookupFailure, lookupPayload, orderLookup } from '#order/screens/order-lookup.tsx'
import type { OrderLookup } from '#order/screens/order-lookup.tsx'
import { brand } from '#shared/brand.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PictureSplit } from '#ui/picture-split.tsx'
import text from '#ui/text.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { cancelReturn, requestReturn, viewReturns } from '../endpoints.ts'
import { returnDays, returnReasons } from '../rules/return-offer.ts'
import { lineField, ReturnForm } from './return-form.tsx'
import type { Returns } from './return-form.tsx'
import { ReturnInstructions, ReturnList } from './return-list.tsx'
import styles from './return-page.module.css'

/** The content of the page: the form that names an order, or one order with its returns. */
interface Answer {
  readonly entered: OrderLookup
  readonly returns: Returns | null
  /** The number of the return that was requested just now. */
  readonly requested: string | null
  readonly failure: FormFailure | null
}

const show = async (
  call: ShopContext['call'],
  entered: OrderLookup,
  after: { readonly requested?: string; readonly failure?: FormFailure } = {},
): Promise<Answer> => {
  const { requested = null, failure = null } = after
  try {
    return { entered, returns: await call(viewReturns, lookupPayload(entered)), requested, failure }
  } catch (thrown) {
    return { entered, returns: null, requested: null, failure: lookupFailure(thrown, 'order') }
  }
}

/** A member comes here from an order and sees it at once; the view changes nothing. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const number = new URL(request.url).searchParams.get('number') ?? ''
  const isMember = actor.kind === 'member'
  const entered = { number, email: '' }
  const empty: Answer = { entered, returns: null, requested: null, failure: null }
  return { isMember, requestId, answer: isMember && number !== '' ? await show(call, entered) : empty }
}

const chosenLines = (form: FormData, returns: Returns) =>
  returns.lines.flatMap(({ position }) => {
    const quantity = Number(formText(form, lineField(position)))
    return Number.isInteger(quantity) && quantity > 0 ? [{ position, quantity }] : []
  })

const act = async (call: ShopContext['call'], form: FormData, entered: OrderLookup): Promise<Answer> => {
  const lookup = lookupPayload(entered)
  if (formText(form, 'step') === 'cancel') {
    await call(cancelReturn, { ...lookup, return_number: formText(form, 'return_number') })
    return show(call, entered)
  }
  const reason = returnReasons.find((one) => one === formText(form, 'reason')) ?? 'other'
  const lines = chosenLines(form, await call(viewReturns, lookup))
  const request_id = formText(form, 'request_id')
  const { number } = await call(requestReturn, { ...lookup, request_id, reason, lines })
  return show(call, entered, { requested: number })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const entered = orderLookup(form)
  const isLookup = formText(form, 'step') === ''
  try {
    const answer = isLookup ? await show(call, entered) : await act(call, form, entered)
    return data(answer, { status: answer.failure?.status ?? 200 })
  } catch (thrown) {
    const failure = lookupFailure(thrown, 'order')
    return data(await show(call, entered, { failure }), { status: failure.status })
  }
}

const Identify = ({ answer, isMember }: { readonly answer: Answer; readonly isMember: boolean }) => (
  <>
    <p className={classNames(text.lead, text.mute, styles.lead)}>
      You can return unopened items within {returnDays} days of delivery for a refund of the price and tax.
    </p>
    {answer.failure ? <FormRefusal failure={answer.failure} className={styles.message} /> : null}
    <OrderLookupForm
      action="/return"
      entered={answer.entered}
      failure={answer.failure}
      isMember={isMember}
      labels={{ number: 'Order number', email: 'Email', button: 'Find the order' }}
      hint="You’ll find it in your confirmation email."
      className={styles.form}
    />
  </>
)

interface OneOrderProps {
  readonly answer: Answer
  readonly returns: Returns
  readonly requestId: string
}

const OneOrder = ({ answer: { entered, requested, failure }, returns, requestId }: OneOrderProps) => {
  const one = returns.returns.find(({ number }) => number === requested)
  const order = { number: returns.number, email: entered.email }
  return (
    <>
      <h1 className={text.d2}>
        {one ? 'Your return is requested' : `Return items of order ${returns.number}`}
      </h1>
      {one ? <ReturnInstructions one={one} order={order} /> : null}
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      {!one && returns.refusal ? (
        <Note className={styles.message}>
          <p>{returns.refusal.message}</p>
        </Note>
      ) : null}
      <ReturnList returns={returns.returns} order={order} shown={one?.number ?? null} />
      {!one && returns.lines.length > 0 ? (
        <ReturnForm returns={returns} email={entered.email} requestId={requestId} failure={failure} />
      ) : null}
    </>
  )
}

/** Sends something back: which order, what of it, then where it goes; for members and guests. */
const ReturnPage = () => {
  const { isMember, requestId, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const head = <PageHead title={`Return items | ${brand.name}`} unlisted />
  if (!answer.returns)
    return (
      <PictureSplit picture="refill-packet" alt="A paper refill packet on a block of layered earth">
        {head}
        <h1 className={text.d2}>Return items</h1>
        <Identify answer={answer} isMember={isMember} />
      </PictureSplit>
    )
  return (
    <div className={layout.page}>
      {head}
      <OneOrder answer={answer} returns={answer.returns} requestId={requestId} />
    </div>
  )
}

export default ReturnPage
