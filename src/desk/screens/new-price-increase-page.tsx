import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import type { ShopContext } from '../../web/request/shop-context.ts'
import { listDeskCatalogue } from '../catalogue-endpoints.ts'
import { previewDeskPriceIncrease, requestDeskPriceIncrease } from '../price-increase-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields, ReasonEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import {
  enteredIn,
  textIn,
  fieldsOf,
  nothingEntered,
  priceField,
  priceKey,
  wantedOf,
} from './price-increase-form.ts'
import type { EnteredIncrease } from './price-increase-form.ts'
import styles from './price-increase-form.module.css'
import { Brings, Who } from './price-increase-preview.tsx'
import type { Preview } from './price-increase-preview.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const { entries } = await call(listDeskCatalogue, {})
  // What subscriptions renew as: only their prices can be increased.
  const plans = entries
    .filter(({ is_refill: isRefill, interval_months: months }) => isRefill && months !== null)
    .map(({ code, name, prices }) => ({ code, name, prices }))
  return { title: 'New price increase', plans, requestId }
}

interface Answer {
  readonly entered: EnteredIncrease
  readonly reason: string
  /** How many subscriptions a person says are affected. */
  readonly affected: string
  readonly preview: Preview | null
  readonly refusal: string | null
  readonly errors: ReadonlyMap<string, string>
}

const nothingRequested = { reason: '', affected: '', refusal: null, errors: noErrors } as const

const previewOf = async (
  call: ShopContext['call'],
  entered: EnteredIncrease,
  requested: Pick<Answer, 'reason' | 'affected' | 'refusal' | 'errors'> = nothingRequested,
): Promise<Answer> => {
  try {
    const leaving = entered.leaving === '' ? 0 : entered.leaving
    const preview = await call(previewDeskPriceIncrease, { ...wantedOf(entered), leaving })
    return { entered, ...requested, preview }
  } catch (thrown) {
    const refusal = requested.refusal ?? refusalIn(thrown)
    return { entered, ...requested, preview: null, refusal, errors: fieldErrors(thrown) }
  }
}

/** Shows what it would do, or asks a second person for exactly what was shown. A refusal keeps everything typed. */
export const action = async ({ context, request }: ActionFunctionArgs): Promise<Answer> => {
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const entered = enteredIn(form)
  if (form.get('intent') !== 'ask') return previewOf(call, entered)
  const [reason = '', affected = '', token = '', requestId = ''] = [
    'reason',
    'affected',
    'preview_token',
    'request_id',
  ].map((name) => textIn(form, name))
  let id: string
  try {
    const sent = {
      ...wantedOf(entered),
      reason,
      affected: affected.replaceAll(',', ''),
      preview_token: token,
      request_id: requestId,
    }
    id = (await call(requestDeskPriceIncrease, sent)).id
  } catch (thrown) {
    const requested = { reason, affected, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
    return previewOf(call, entered, requested)
  }
  throw redirect(`/desk/price-increases/${id}`, 303)
}

type Plan = Awaited<ReturnType<typeof loader>>['plans'][number]

interface PlanPricesProps {
  readonly plan: Plan
  readonly entered: EnteredIncrease
  readonly errors: ReadonlyMap<string, string>
}

/** The name that the endpoint gives the price of a field: prices are sent in the order of the form. */
const sentName = ({ prices }: EnteredIncrease, key: string): string =>
  `prices.${[...prices.keys()].indexOf(key)}.price`

const PlanPrices = ({ plan, entered, errors }: PlanPricesProps) => (
  <fieldset className={styles.plan}>
    <legend>
      {plan.name} <span className={styles.code}>{plan.code}</span>
    </legend>
    <div className={styles.prices}>
      {plan.prices.map(({ currency, price }) => (
        <Entry
          key={currency}
          label={currency}
          name={priceField(priceKey(plan.code, currency))}
          aria-label={`New price of ${plan.name}, ${plan.code}, in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={price}
          defaultValue={entered.prices.get(priceKey(plan.code, currency))}
          error={errors.get(sentName(entered, priceKey(plan.code, currency)))}
        />
      ))}
    </div>
  </fieldset>
)

/** The day, and what is assumed. */
const LeadFields = ({ entered, errors }: Pick<Answer, 'entered' | 'errors'>) => (
  <div className={styles.lead}>
    <Entry
      label="For orders from"
      name="effective_on"
      type="date"
      required
      defaultValue={entered.effectiveOn}
      error={errors.get('effective_on')}
      hint="A day of the shop’s calendar, after today."
    />
    <Entry
      label="Percent that leave"
      name="leaving"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={entered.leaving}
      error={errors.get('leaving')}
      hint="For the simulation alone. Empty: nobody leaves."
    />
  </div>
)

const IncreaseForm = ({
  plans,
  answer,
}: {
  readonly plans: readonly Plan[]
  readonly answer: Answer | undefined
}) => {
  const { entered = nothingEntered, errors = noErrors } = answer ?? {}
  return (
    <form method="post">
      <LeadFields entered={entered} errors={errors} />
      <div className={styles.plans}>
        {plans.map((plan) => (
          <PlanPrices key={plan.code} plan={plan} entered={entered} errors={errors} />
        ))}
      </div>
      <DeskNote>
        <p>
          A price that is left empty stays. The field shows what new buyers pay now, which this does not
          change. Members who pay more already keep what they pay.
        </p>
      </DeskNote>
      <p>
        <ActionButton kind={answer?.preview ? 'secondary' : 'primary'}>Preview</ActionButton>
      </p>
    </form>
  )
}

interface AskProps {
  readonly answer: Answer & { readonly preview: Preview }
  readonly requestId: string
}

/** Asks for exactly what was previewed, even if the form has changed since. */
const Ask = ({ answer: { entered, reason, affected, errors, preview }, requestId }: AskProps) => (
  <Section title="Ask a second person">
    <form method="post" className={styles.ask}>
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="preview_token" value={preview.preview_token} />
      <input type="hidden" name="request_id" value={requestId} />
      {fieldsOf(entered).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className={styles.break}>
        A person of operations or an owner, another one than you, approves it with a passkey within 7 days. If
        anything of the above has changed by then, nothing happens and it has to be asked for again.
      </p>
      <Fields>
        <Entry
          label="How many subscriptions are affected"
          name="affected"
          inputMode="numeric"
          autoComplete="off"
          required
          defaultValue={affected}
          error={errors.get('affected')}
          hint="Of all plans and currencies above together. Nobody is asked before it is right."
        />
        <ReasonEntry entered={reason} hint="Who decides reads it, and the audit log keeps it." />
        <p>
          <ActionButton kind="primary">Ask a second person</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

const Shown = ({ answer, requestId }: AskProps) => {
  const { entered, preview } = answer
  const refusals = preview.parts.flatMap(({ refusal }) => refusal ?? [])
  return (
    <>
      {refusals.length === 0 ? null : (
        <DeskNote kind="danger" isAnswer>
          <p>{[...new Set(refusals)].join(' ')}</p>
        </DeskNote>
      )}
      <Who preview={preview} effectiveOn={entered.effectiveOn} />
      <Brings preview={preview} leaving={entered.leaving} />
      {preview.can_ask ? <Ask answer={answer} requestId={requestId} /> : null}
      {refusals.length === 0 && !preview.can_ask ? (
        <DeskNote>
          <p>Nobody pays less than that, so nothing would change.</p>
        </DeskNote>
      ) : null}
    </>
  )
}

/** The wizard: prices and a day, what they would do, and asking a second person. */
const NewPriceIncreasePage = () => {
  const { plans, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/price-increases">Price increases</a>}
        title="New price increase"
        sub="Nothing is sent or changed before a second person has approved it."
      />
      <Body>
        {answer?.refusal ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <Section title="What, and from when">
          <IncreaseForm plans={plans} answer={answer} />
        </Section>
        {answer?.preview ? (
          <Shown answer={{ ...answer, preview: answer.preview }} requestId={requestId} />
        ) : null}
      </Body>
    </>
  )
}

export default NewPriceIncreasePage
