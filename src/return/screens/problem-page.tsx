import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { formText } from '#account/screens/form-text.ts'
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
import { reportProblem, viewProblems } from '../problem-endpoints.ts'
import type { Problem } from '../problem-endpoints.ts'
import { problemKinds, problemWishes } from '../rules/problem-offer.ts'
import { ProblemForm } from './problem-form.tsx'
import type { Problems, Typed } from './problem-form.tsx'
import { outcomeText, ProblemList } from './problem-list.tsx'
import { lineField } from './return-form.tsx'
import styles from './return-page.module.css'

/** The content of the page: the form that names an order, or one order with what is wrong with it. */
interface Answer {
  readonly entered: OrderLookup
  readonly problems: Problems | null
  /** What was reported just now. */
  readonly reported: Problem | null
  readonly typed: Typed
  readonly failure: FormFailure | null
}

const show = async (
  call: ShopContext['call'],
  entered: OrderLookup,
  after: Partial<Pick<Answer, 'reported' | 'typed' | 'failure'>> = {},
): Promise<Answer> => {
  const { reported = null, typed = {}, failure = null } = after
  try {
    const problems = await call(viewProblems, lookupPayload(entered))
    return { entered, problems, reported, typed, failure }
  } catch (thrown) {
    return { entered, problems: null, reported: null, typed: {}, failure: lookupFailure(thrown, 'order') }
  }
}

/** A member comes here from an order and sees it at once; the view changes nothing. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, actor, requestId } = context.get(shopContext)
  const number = new URL(request.url).searchParams.get('number') ?? ''
  const isMember = actor.kind === 'member'
  const entered = { number, email: '' }
  const empty: Answer = { entered, problems: null, reported: null, typed: {}, failure: null }
  return { isMember, requestId, answer: isMember && number !== '' ? await show(call, entered) : empty }
}

/** A browser sends an empty file for a field without one. */
const photosIn = async (form: FormData): Promise<string[]> => {
  const files = form.getAll('photos').filter((file) => typeof file !== 'string' && file.size > 0)
  const photos: string[] = []
  for (const file of files)
    if (typeof file !== 'string') photos.push(new Uint8Array(await file.arrayBuffer()).toBase64())
  return photos
}

const report = async (call: ShopContext['call'], form: FormData, entered: OrderLookup): Promise<Problem> => {
  const { lines } = await call(viewProblems, lookupPayload(entered))
  return call(reportProblem, {
    ...lookupPayload(entered),
    request_id: formText(form, 'request_id'),
    kind: problemKinds.find((one) => one === formText(form, 'kind')) ?? 'missing',
    wish: problemWishes.find((one) => one === formText(form, 'wish')) ?? 'reship',
    details: formText(form, 'details'),
    lines: lines.flatMap(({ position }) => {
      const quantity = Number(formText(form, lineField(position)))
      return Number.isInteger(quantity) && quantity > 0 ? [{ position, quantity }] : []
    }),
    photos: await photosIn(form),
  })
}

const typedIn = (form: FormData): Typed =>
  Object.fromEntries(
    [...form.entries()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const entered = orderLookup(form)
  try {
    const isReport = formText(form, 'step') === 'report'
    const reported = isReport ? await report(call, form, entered) : null
    const answer = await show(call, entered, { reported })
    return data(answer, { status: answer.failure?.status ?? 200 })
  } catch (thrown) {
    const failure = lookupFailure(thrown, 'order')
    return data(await show(call, entered, { failure, typed: typedIn(form) }), { status: failure.status })
  }
}

const Identify = ({ answer, isMember }: { readonly answer: Answer; readonly isMember: boolean }) => (
  <>
    <h1 className={text.d2}>Report a problem</h1>
    <p className={classNames(text.lead, text.mute, styles.lead)}>
      Is something missing, damaged or not what you ordered? Tell us, and we’ll fix it.
    </p>
    {answer.failure ? <FormRefusal failure={answer.failure} className={styles.message} /> : null}
    <OrderLookupForm
      action="/problem"
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
  readonly problems: Problems
  readonly requestId: string
}

const OneOrder = ({ answer: { entered, reported, typed, failure }, problems, requestId }: OneOrderProps) => (
  <>
    <h1 className={text.d2}>
      {reported ? 'Thank you for letting us know' : `Problem with order ${problems.number}`}
    </h1>
    {reported ? (
      <Note kind="ok" className={styles.message}>
        <p>{outcomeText(reported)} We’ll email you about it.</p>
      </Note>
    ) : null}
    {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
    {!reported && problems.refusal ? (
      <Note className={styles.message}>
        <p>{problems.refusal.message}</p>
      </Note>
    ) : null}
    <ProblemList problems={problems.problems} />
    {!reported && problems.lines.length > 0 ? (
      <ProblemForm
        problems={problems}
        email={entered.email}
        requestId={requestId}
        typed={typed}
        failure={failure}
      />
    ) : null}
  </>
)

/** Says what is wrong with an order: which one, what of it, then what becomes of it; for members and guests. */
const ProblemPage = () => {
  const { isMember, requestId, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const head = <PageHead title={`Report a problem | ${brand.name}`} unlisted />
  if (!answer.problems)
    return (
      <PictureSplit picture="refill-packet" alt="A paper refill packet on a block of layered earth">
        {head}
        <Identify answer={answer} isMember={isMember} />
      </PictureSplit>
    )
  return (
    <div className={layout.page}>
      {head}
      <OneOrder answer={answer} problems={answer.problems} requestId={requestId} />
    </div>
  )
}

export default ProblemPage
