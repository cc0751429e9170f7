import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { OrderLookupForm, lookupFailure, lookupPayload, orderLookup } from '#order/screens/order-lookup.tsx'
import type { OrderLookup } from '#order/screens/order-lookup.tsx'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { changeGift, resendGift, viewGift } from '../endpoints.ts'
import type { Gift } from '../endpoints.ts'
import styles from './gift-page.module.css'
import { GiftSheet } from './gift-sheet.tsx'

/** The content of the page: the form that names a gift, or the gift with the result of the last form. */
interface Answer {
  readonly entered: OrderLookup
  readonly gift: Gift | null
  readonly failure: FormFailure | null
  readonly done: 'changed' | 'resent' | null
}

const show = async (call: ShopContext['call'], entered: OrderLookup): Promise<Answer> => {
  try {
    return { entered, gift: await call(viewGift, lookupPayload(entered)), failure: null, done: null }
  } catch (thrown) {
    return { entered, gift: null, failure: lookupFailure(thrown, 'gift'), done: null }
  }
}

/** A member comes here from an order and sees the gift at once; the view changes nothing. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const number = (new URL(request.url).searchParams.get('number') ?? '').slice(0, 32)
  const isMember = actor.kind === 'member'
  const entered = { number, email: '' }
  const empty: Answer = { entered, gift: null, failure: null, done: null }
  return { isMember, answer: isMember && number !== '' ? await show(call, entered) : empty }
}

const change = async (call: ShopContext['call'], entered: OrderLookup, form: FormData): Promise<Answer> => {
  if (formText(form, 'intent') === 'resend')
    return { entered, gift: await call(resendGift, lookupPayload(entered)), failure: null, done: 'resent' }
  const startsOn = formText(form, 'starts_on')
  const gift = await call(changeGift, {
    ...lookupPayload(entered),
    recipient_email: formText(form, 'recipient_email'),
    ...(startsOn === '' ? {} : { starts_on: startsOn }),
  })
  return { entered, gift, failure: null, done: 'changed' }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const entered = orderLookup(form)
  const isLookup = formText(form, 'intent') === ''
  try {
    if (!isLookup) return data(await change(call, entered, form))
  } catch (thrown) {
    const failure = lookupFailure(thrown, 'gift')
    return data({ ...(await show(call, entered)), failure }, { status: failure.status })
  }
  const answer = await show(call, entered)
  return data(answer, { status: answer.failure?.status ?? 200 })
}

interface IdentifyProps {
  readonly answer: Answer
  readonly isMember: boolean
}

const Identify = ({ answer: { entered, failure }, isMember }: IdentifyProps) => (
  <>
    <h1 className={text.d2}>Track your gift</h1>
    <p className={classNames(text.lead, text.mute, styles.lead)}>
      See when it was sent, claimed and shipped. You can also correct the email or date, or send the link
      again.
    </p>
    {failure ? <FormRefusal failure={failure} className={styles.note} /> : null}
    <OrderLookupForm
      action="/your-gift"
      entered={entered}
      failure={failure}
      isMember={isMember}
      labels={{ number: 'Gift order number', email: 'Your email', button: 'Track gift' }}
      hint="You’ll find it in your confirmation email."
      className={styles.form}
    />
  </>
)

/** A gift as its giver sees it; for members and guests. */
const YourGiftPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded.answer
  const head = <PageHead title={`Your gift | ${brand.name}`} unlisted />
  if (answer.gift === null)
    return (
      <PictureSplit
        picture="welcome-kit"
        alt="Welcome kit: an open carton holding a DS-01 jar and a travel vial"
      >
        {head}
        <Identify answer={answer} isMember={loaded.isMember} />
      </PictureSplit>
    )
  return (
    <div className={layout.page}>
      {head}
      <GiftSheet
        gift={answer.gift}
        email={answer.entered.email}
        failure={answer.failure}
        done={answer.done}
      />
    </div>
  )
}

export default YourGiftPage
