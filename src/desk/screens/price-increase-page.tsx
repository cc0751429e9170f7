import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { stopDeskPriceIncrease, viewDeskPriceIncrease } from '../price-increase-endpoints.ts'
import { increaseMarks, memberStateTexts } from '../rules/price-increase.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields, ReasonEntry } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { StateMark } from './parts/mark.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Facts, Section } from './parts/section.tsx'
import { Moment, dayText } from './parts/times.tsx'
import styles from './price-increase-form.module.css'
import { countText, increaseTitle } from './price-increase-form.ts'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const increase = await context.get(shopContext).call(viewDeskPriceIncrease, { id: params['id'] ?? '' })
  return { title: increaseTitle(increase.parts), increase }
}

/** Stops it; a refusal keeps the reason. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const id = params['id'] ?? ''
  const typed = (await postedForm(request)).get('reason')
  const reason = typeof typed === 'string' ? typed : ''
  try {
    await context.get(shopContext).call(stopDeskPriceIncrease, { id, reason })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), reason }
  }
  throw redirect(`/desk/price-increases/${id}?done=stopped`, 303)
}

type Increase = ReplyOf<typeof viewDeskPriceIncrease>

const partColumns: readonly Column<Increase['parts'][number]>[] = [
  { name: 'Plan', cell: ({ name }) => name, wraps: true },
  {
    name: 'New buyers pay',
    cell: ({ list_price: price, currency }) => (price === null ? 'not sold' : priceText(price, currency)),
    isFigure: true,
  },
  {
    name: 'New price',
    cell: ({ new_price: price, currency }) => <strong>{priceText(price, currency)}</strong>,
    isFigure: true,
  },
]

const membersHref = (id: string, state: string, isLate = false): string =>
  `/desk/price-increases/${id}/members?state=${state}${isLate ? '&late=yes' : ''}`

type Count = Increase['counts'][number]

const countColumns = (id: string): readonly Column<Count>[] => [
  { name: 'Subscriptions', cell: ({ state }) => memberStateTexts[state], fills: true },
  {
    name: 'Count',
    cell: ({ state, count }) => (
      <a href={membersHref(id, state)} aria-label={`${count}: ${memberStateTexts[state]}`}>
        {countText(count)}
      </a>
    ),
    isFigure: true,
  },
  {
    name: 'Too late for their first order',
    cell: ({ state, late }) =>
      late === 0 ? (
        '—'
      ) : (
        <a href={membersHref(id, state, true)} aria-label={`${late} too late: ${memberStateTexts[state]}`}>
          {countText(late)}
        </a>
      ),
    isFigure: true,
    isWide: true,
  },
]

/** In the order in which subscriptions go through them. */
const stateOrder = Object.keys(memberStateTexts)

const Counts = ({ increase: { id, counts } }: { readonly increase: Increase }) => (
  <Section title="Who, and how far">
    {counts.length === 0 ? (
      <p>Nobody has this plan.</p>
    ) : (
      <DataTable
        label="Subscriptions by what became of it"
        isInside
        rows={counts.toSorted((a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state))}
        keyOf={({ state }) => state}
        columns={countColumns(id)}
      />
    )}
    <div className={styles.after}>
      <DeskNote kind="ok">
        <p>
          Nobody pays the new price without a notice of exactly that price and day, in time for the law of
          their place. Until then an order costs what it did.
        </p>
      </DeskNote>
    </div>
  </Section>
)

const stopText = ({ sent }: Increase): string =>
  sent > 0
    ? 'Notices that are not out yet are not sent. Members who were not charged keep the old price; those who were notified get a mail that the increase does not take place. Members who were charged keep the new price and are listed above.'
    : 'No notice went out yet, so nobody gets a mail. It cannot be taken up again; another one can be asked for.'

const Stop = ({ increase, reason }: { readonly increase: Increase; readonly reason: string }) => {
  const word = increase.sent > 0 ? 'Stop' : 'Withdraw'
  return (
    <Section title={`${word} it`}>
      <p>{stopText(increase)}</p>
      <StepUpForm action={`/desk/price-increases/${increase.id}`} confirms={increase.stop_action}>
        <Fields>
          <ReasonEntry
            entered={reason}
            hint={increase.stop_action === null ? 'The audit log keeps it.' : 'It asks for your passkey.'}
          />
          <p>
            <ActionButton kind="danger">{`${word} this price increase`}</ActionButton>
          </p>
        </Fields>
      </StepUpForm>
    </Section>
  )
}

const Decisions = ({ increase }: { readonly increase: Increase }) => (
  <Section title="Decision">
    <Facts
      facts={[
        ['Affected', countText(increase.affected)],
        ['Asked by', increase.requested_by],
        ['On', <Moment key="asked" at={increase.requested_at} />],
        ...(increase.reason === '' ? [] : [['Reason', `“${increase.reason}”`] as const]),
        ...(increase.approved_by === null ? [] : [['Approved by', increase.approved_by] as const]),
        ...(increase.stopped_at === null
          ? []
          : [
              ['Stopped by', increase.stopped_by ?? '—'] as const,
              ['On', <Moment key="stopped" at={increase.stopped_at} />] as const,
              ['Why', increase.stop_reason === '' ? '—' : `“${increase.stop_reason}”`] as const,
            ]),
      ]}
    />
    {increase.approval === null ? null : (
      <p>
        <a href={`/desk/approvals/${increase.approval}`}>See the request for a second person</a>
      </p>
    )}
  </Section>
)

const Answer = ({ refusal }: { readonly refusal: string | undefined }) => {
  const [query] = useSearchParams()
  if (refusal === undefined && query.get('done') !== 'stopped') return null
  return (
    <DeskNote kind={refusal ? 'danger' : 'ok'} isAnswer>
      <p>{refusal ?? 'It is stopped. The mails to members go out by themselves.'}</p>
    </DeskNote>
  )
}

/** One price increase: how far it is, for whom, who decided it, and stopping it. */
const PriceIncreasePage = () => {
  const { increase } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/price-increases">Price increases</a>}
        title={increaseTitle(increase.parts)}
        sub={
          <>
            <StateMark mark={increaseMarks[increase.state]} /> For orders from{' '}
            {dayText(increase.effective_on)} on
          </>
        }
      />
      <Split aside={<Decisions increase={increase} />}>
        <Answer refusal={answer?.refusal} />
        <Section title="Prices">
          <DataTable
            label="Prices by plan and currency"
            isInside
            rows={increase.parts}
            keyOf={(part) => `${part.plan_code} ${part.currency}`}
            columns={partColumns}
          />
        </Section>
        {increase.approval === null ? <Counts increase={increase} /> : null}
        {increase.may_stop ? <Stop increase={increase} reason={answer?.reason ?? ''} /> : null}
      </Split>
    </>
  )
}

export default PriceIncreasePage
