import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { listPlans } from '#catalogue/endpoints.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { isShopError } from '#shared/errors.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import {
  changeDeskCoupon,
  endDeskCoupon,
  nameDeskCouponPeople,
  tryDeskCoupon,
  viewDeskCoupon,
} from '../coupon-endpoints.ts'
import type { DeskCoupon } from '../coupon-endpoints.ts'
import { CouponFields, EndEntry, LimitEntry } from './coupon-form.tsx'
import { baseOf } from './flag-form.tsx'
import { changedOf, enteredIn, enteredOf, nothingEntered } from './coupon-form.ts'
import { CouponPeople, emailsIn } from './coupon-buyers.tsx'
import { CouponTrial } from './coupon-trial.tsx'
import { buyersText, givesText, plansText, usesText } from './coupon-words.ts'
import { ActionButton, PlainButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

/** The trial of the address: who buys what, with which other code. */
const trialIn = (request: Request) => {
  const query = new URL(request.url).searchParams
  const word = (name: string): string => query.get(name)?.trim() ?? ''
  const trial = {
    email: word('email'),
    plan: word('plan'),
    other: word('other'),
    currency: word('currency'),
    country: word('country'),
    member: word('member'),
  }
  return { trial, isRequested: query.has('plan') }
}

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const code = params['code'] ?? ''
  const coupon = await call(viewDeskCoupon, { code })
  const plans = (await call(listPlans, {})).map((plan) => ({ code: plan.code, name: plan.name }))
  const { trial, isRequested } = trialIn(request)
  const requested = { trial, result: null, refusal: null }
  const page = { title: coupon.code, coupon, plans }
  if (!isRequested) return { ...page, requested }
  try {
    const currency = currencyOf(trial.currency) ?? undefined
    const result = await call(tryDeskCoupon, {
      ...trial,
      member: String(trial.member === 'on'),
      code,
      currency,
    })
    return { ...page, requested: { ...requested, result } }
  } catch (thrown) {
    if (isShopError(thrown) && thrown.code === 'NOT_FOUND') throw thrown
    return { ...page, requested: { ...requested, refusal: refusalIn(thrown) } }
  }
}

/** Changes or ends the version that the page showed. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const code = params['code'] ?? ''
  const entered = enteredIn(await postedForm(request))
  const version = Number(entered.texts.get('version'))
  const intent = entered.texts.get('intent') ?? 'changed'
  try {
    if (intent === 'end') await call(endDeskCoupon, { code, version })
    else if (intent === 'people') {
      const change = entered.texts.get('change') === 'remove' ? 'remove' : 'add'
      const emails = [...emailsIn(entered.texts.get('emails') ?? '')]
      await call(nameDeskCouponPeople, { code, action: change, emails })
    } else {
      const stored = await call(viewDeskCoupon, { code })
      // Of a coupon that has started the form has only the end and the limit.
      const kept = stored.are_terms_fixed ? enteredOf(stored, stored.limit) : nothingEntered
      const all = {
        texts: new Map([...kept.texts, ...entered.texts]),
        chosen: stored.are_terms_fixed ? kept.chosen : entered.chosen,
      }
      await call(changeDeskCoupon, { ...changedOf(all, stored), code, version })
    }
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/coupons/codes/${encodeURIComponent(code)}?done=${encodeURIComponent(intent)}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['created', 'The coupon is made.'],
  ['changed', 'The coupon is changed. It counts from the next cart on.'],
  ['people', 'The list is changed.'],
  ['end', 'The coupon has ended. Enter another end below to let it run again.'],
])

const states = { running: 'Running', coming: 'To come', ended: 'Used up or over' } as const

const CouponFacts = ({ coupon }: { readonly coupon: DeskCoupon }) => (
  <Section title="Now">
    <Facts
      facts={[
        ['State', states[coupon.state]],
        ['Gives', givesText(coupon)],
        ['For', plansText(coupon)],
        ['Buyers', buyersText(coupon)],
        ['Used', usesText(coupon.uses, coupon.limit)],
        ['Used today', usesText(coupon.uses_today, null)],
        ['Starts', coupon.starts_at === null ? 'at once' : timeText(coupon.starts_at)],
        ['Ends', coupon.ends_at === null ? 'open' : timeText(coupon.ends_at)],
      ]}
    />
  </Section>
)

type Loaded = Pick<Awaited<ReturnType<typeof loader>>, 'coupon' | 'plans'>

/** What can still be changed of it, as it was entered last. */
const ChangeFields = ({ coupon, plans }: Loaded) => {
  const answer = useActionData<typeof action>()
  const { entered = enteredOf(coupon, coupon.limit), errors = noErrors } = answer ?? {}
  return coupon.are_terms_fixed ? (
    <Fields>
      <EndEntry entered={entered} errors={errors} />
      {coupon.limit === null ? null : <LimitEntry entered={entered} errors={errors} />}
      <DeskNote>
        It has started, so what it gives stays. Subscriptions that have it keep it after its end.
      </DeskNote>
    </Fields>
  ) : (
    <CouponFields entered={entered} errors={errors} plans={plans}>
      {null}
    </CouponFields>
  )
}

const EndForm = ({ version }: Pick<DeskCoupon, 'version'>) => (
  <form method="post">
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="intent" value="end" />
    <PlainButton>End it now</PlainButton>
  </form>
)

/** After a refused field the version that the form was entered for. */
const useFormVersion = ({ version }: DeskCoupon): string | number => {
  const answer = useActionData<typeof action>()
  return baseOf(answer && { entered: answer.entered.texts, errors: answer.errors }, version, 'version')
}

const Change = ({ coupon, plans }: Loaded) => {
  const version = useFormVersion(coupon)
  return coupon.is_hidden ? (
    <DeskNote>A rule of the shop sets this coupon. Nobody can enter it, and it is not changed here.</DeskNote>
  ) : (
    <>
      <Section title="Change">
        <form method="post">
          <input type="hidden" name="version" value={version} />
          <ChangeFields coupon={coupon} plans={plans} />
          <p>
            <ActionButton kind="primary">Save changes</ActionButton>
          </p>
        </form>
      </Section>
      {coupon.state === 'ended' ? null : <EndForm version={coupon.version} />}
    </>
  )
}

/** One coupon: what it gives, its uses, its changes, and why a cart refuses it. */
const CouponPage = () => {
  const { coupon, plans, requested } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [query] = useSearchParams()
  const done = answers.get(query.get('done') ?? '')
  return (
    <>
      <DeskHead crumb={<a href="/desk/coupons">Coupons</a>} title={coupon.code} sub={givesText(coupon)} />
      <Split aside={<CouponFacts coupon={coupon} />}>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : done ? (
          <DeskNote kind="ok" isAnswer>
            {done}
          </DeskNote>
        ) : null}
        <CouponTrial requested={requested} plans={plans} />
        {coupon.buyers.named_only ? (
          <CouponPeople
            people={coupon.people}
            entered={answer?.entered.texts.get('emails')}
            error={answer?.errors.get('emails')}
          />
        ) : null}
        <Change coupon={coupon} plans={plans} />
      </Split>
    </>
  )
}

export default CouponPage
