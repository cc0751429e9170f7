import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { listPlans } from '#catalogue/endpoints.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { createDeskCouponBatch, listDeskCouponBatches } from '../coupon-endpoints.ts'
import type { DeskCouponBatch } from '../coupon-endpoints.ts'
import { CouponFields } from './coupon-form.tsx'
import { enteredIn, nothingEntered, sentOf } from './coupon-form.ts'
import { givesText, plansText, usesText } from './coupon-words.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Pair } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const { batches } = await call(listDeskCouponBatches, {})
  const plans = (await call(listPlans, {})).map(({ code, name }) => ({ code, name }))
  return { title: 'Batches of codes', batches, plans, requestId }
}

/** Asks for a batch. A refusal keeps what was entered. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const entered = enteredIn(form)
  const requestId = formText(form, 'request_id')
  const { limit: _, ...terms } = sentOf(entered)
  const prefix = entered.texts.get('prefix') ?? ''
  const size = Number(entered.texts.get('size'))
  try {
    await context
      .get(shopContext)
      .call(createDeskCouponBatch, { ...terms, prefix, size, request_id: requestId })
  } catch (thrown) {
    return { entered, requestId, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect('/desk/coupons/batches?done=requested', 303)
}

const columns: readonly Column<DeskCouponBatch>[] = [
  {
    name: 'Codes',
    cell: ({ id, prefix, is_finished: isFinished }) =>
      isFinished ? (
        <a href={`/desk/coupons/batches/${id}/codes.csv`} aria-label={`${prefix}: codes as CSV`}>
          {prefix}-…
        </a>
      ) : (
        `${prefix}-…`
      ),
    isShort: true,
  },
  { name: 'Gives', cell: (batch) => givesText(batch) },
  { name: 'For', cell: (batch) => plansText(batch), isQuiet: true, isWide: true, fills: true },
  {
    name: 'Made',
    cell: ({ codes, size, is_finished: isFinished }) =>
      isFinished ? codes.toLocaleString('en-US') : usesText(codes, size),
    isFigure: true,
  },
  { name: 'Used', cell: ({ used }) => usesText(used, null), isFigure: true },
  {
    name: 'Until',
    cell: ({ ends_at: at }) => (at === null ? 'open' : dayText(at)),
    isQuiet: true,
    isWide: true,
  },
  { name: 'By', cell: ({ created_by: name }) => name, isQuiet: true, isWide: true, isShort: true },
  { name: 'On', cell: ({ created_at: at }) => <Moment at={at} />, isQuiet: true, isWide: true },
]

type Loaded = Awaited<ReturnType<typeof loader>>

const BatchForm = ({ plans, requestId }: Pick<Loaded, 'plans' | 'requestId'>) => {
  const answer = useActionData<typeof action>()
  const { entered = nothingEntered, errors = noErrors } = answer ?? {}
  return (
    <form method="post">
      <input type="hidden" name="request_id" value={answer?.requestId ?? requestId} />
      <CouponFields entered={entered} errors={errors} plans={plans} isBatch>
        <Pair>
          <Entry
            label="Codes begin with"
            name="prefix"
            required
            autoComplete="off"
            hint="ROOTS makes ROOTS-7K2M9QX4D."
            defaultValue={entered.texts.get('prefix')}
            error={errors.get('prefix')}
          />
          <Entry
            label="How many"
            name="size"
            inputMode="numeric"
            required
            defaultValue={entered.texts.get('size')}
            error={errors.get('size')}
          />
        </Pair>
      </CouponFields>
      <p>
        <ActionButton kind="primary">Make codes</ActionButton>
      </p>
    </form>
  )
}

/** Many codes that give the same and each work once. */
const CouponBatchesPage = () => {
  const { batches, plans, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [query] = useSearchParams()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/coupons">Coupons</a>}
        title="Batches of codes"
        sub="Each code works once."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : query.get('done') === 'requested' ? (
          <DeskNote kind="ok" isAnswer>
            The codes are being made. Load the page again to see how many there are.
          </DeskNote>
        ) : null}
      </Body>
      {batches.length === 0 ? (
        <EmptyList title="No batch has been made." />
      ) : (
        <DataTable label="Batches of codes" rows={batches} keyOf={({ id }) => id} columns={columns} />
      )}
      <Body>
        <Section title="New batch">
          <BatchForm plans={plans} requestId={requestId} />
        </Section>
      </Body>
    </>
  )
}

export default CouponBatchesPage
