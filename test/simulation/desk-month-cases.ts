import { allowWrites, endImpersonation } from '#agent/endpoints.ts'
import { decideDeskApproval, requestReceiptApproval } from '#desk/approval-endpoints.ts'
import { requestEntryApproval, viewDeskEntry } from '#desk/catalogue-endpoints.ts'
import { shipDeskOrder } from '#desk/endpoints.ts'
import { startDeskImpersonation } from '#desk/impersonation-endpoints.ts'
import { previewDeskProblemRefund, refundDeskProblem } from '#desk/problem-endpoints.ts'
import { previewDeskRepeat, repeatDeskRefund } from '#desk/refused-refund-endpoints.ts'
import { previewDeskReceipt } from '#desk/return-endpoints.ts'
import { retryDeskRenewal } from '#desk/subscription-endpoints.ts'
import { shipmentsCommand } from '#order/commands/shipment-commands.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { requestReturn } from '#return/endpoints.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { changeSubscription, previewChange } from '#subscription/change/change-endpoints.ts'
import { park } from '#subscription/renewal/server/park-failed.ts'
import { ordersMailed } from '../support/invariants.ts'
import { recover, until, type Action } from './actions.ts'
import { rowsOf } from './arrivals.ts'
import { callIn, confirmAs, deskTokenOf, marketing, packers, support } from './packing.ts'
import { callAs, outcomeOf, type Outcome, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

const staff = packers[0]

const wordOf = (outcome: Outcome<unknown>): string =>
  outcome.kind === 'refused' ? outcome.code : outcome.kind

/** The first row of a query once the shop answers, for the end of an action. */
const one = async <T>(shop: SimulatedShop, query: string): Promise<T | null> =>
  (await rowsOf<T>({ shop }, query))[0] ?? null

/** Acts until the shop's own rows have what was to be done: an answer that got lost says nothing. */
const untilThere = (
  shop: SimulatedShop,
  what: string,
  query: string,
  action: () => Promise<Outcome<unknown>>,
): Promise<void> =>
  until(shop, what, async () => {
    if ((await one(shop, query)) !== null) return true
    const acted = await action()
    return (await one(shop, query)) !== null || wordOf(acted)
  })

const orderOf = (shop: SimulatedShop, { email }: Person) => ({
  email,
  number: ordersMailed(shop.outside.mails.filter(({ to }) => to === email)).at(0) ?? '',
})

/** An order goes to a carrier, who says what becomes of it. */
export const arrives =
  (person: Person, tracking: string, event: 'delivered' | 'lost'): Action =>
  async (shop) => {
    const there = `select 1 from shipment where tracking = '${tracking}' and state = '${event}'`
    await untilThere(shop, `the shipment ${tracking}`, there, async () => {
      const { number } = orderOf(shop, person)
      await callIn({ shop, staff }, shipDeskOrder, { number, carrier: 'ups', tracking })
      return outcomeOf(shop, shop.runCommand(shipmentsCommand, ['event', tracking, event]))
    })
  }

/** What was lost is reported, and staff refund it. */
export const isRefundedForReport =
  (person: Person, requestId: string): Action =>
  async (shop) => {
    const { number, email } = orderOf(shop, person)
    const report = `${number}-P1`
    const done = `select 1 from order_problem p join refund r on r.id = p.refund_id
      where p.number = '${report}' and p.state = 'refunded' and r.state = 'refunded'`
    await untilThere(shop, `the refund of ${report}`, done, async () => {
      const lines = [{ position: 0, quantity: 1 }]
      const wish = { kind: 'missing', wish: 'refund', details: '', lines } as const
      await callAs(shop, person, reportProblem, { number, email, request_id: 'once', ...wish })
      const seen = await callIn({ shop, staff }, previewDeskProblemRefund, { number: report })
      if (seen.kind !== 'answered') return seen
      const { amount } = seen.answer
      return callIn({ shop, staff }, refundDeskProblem, { number: report, request_id: requestId, amount })
    })
  }

/** Staff give as credit what the card did not accept. */
export const getsCreditAtDesk =
  (person: Person, requestId: string): Action =>
  async (shop) => {
    const { number } = orderOf(shop, person)
    const refused = `select r.id::text from refund r join "order" o on o.id = r.order_id
      where o.number = '${number}' and r.state = 'refused'`
    const done = `${refused} and exists (select from refund n where n.id = r.replaced_by and n.state = 'refunded')`
    await untilThere(shop, `the credit for ${number}`, done, async () => {
      const id = (await one<{ id: string }>(shop, refused))?.id
      // The processor has not refused yet.
      if (id === undefined) return { kind: 'interrupted' }
      const wanted = { id, as_credit: true }
      const seen = await callIn({ shop, staff }, previewDeskRepeat, wanted)
      if (seen.kind !== 'answered') return seen
      const { amount } = seen.answer
      return callIn({ shop, staff }, repeatDeskRefund, { ...wanted, amount, request_id: requestId })
    })
  }

/** What is large comes back: support counts it and asks, and somebody else approves. */
export const isReceivedBySecond =
  (person: Person, requestId: string): Action =>
  async (shop) => {
    const { number: order, email } = orderOf(shop, person)
    const number = `${order}-R1`
    const asked = `select id::text from desk_approval where request_id = '${requestId}'`
    const done = `select 1 from order_return t join refund r on r.id = t.refund_id
      where t.number = '${number}' and t.state = 'received' and r.state = 'refunded'`
    await untilThere(shop, `the return ${number}`, done, async () => {
      const lines = [{ position: 0, quantity: 1 }]
      const wanted = { number: order, email, request_id: 'once', reason: 'other', lines } as const
      await callAs(shop, person, requestReturn, wanted)
      const counted = { number, lines: [{ position: 0, restocked: 1, written_off: 0 }] }
      const seen = await callIn({ shop, staff: support }, previewDeskReceipt, counted)
      if (seen.kind === 'answered')
        await callIn({ shop, staff: support }, requestReceiptApproval, {
          ...counted,
          amount: seen.answer.amount,
          request_id: requestId,
          reason: 'It is above my limit.',
        })
      const id = (await one<{ id: string }>(shop, asked))?.id
      if (id === undefined) return seen
      await confirmAs(shop, staff, stepUpActions.approve(id))
      return callIn({ shop, staff }, decideDeskApproval, { id, decision: 'approve', note: '' })
    })
  }

const subscriptionOf = (shop: SimulatedShop, { email }: Person) =>
  one<{ id: string; account_id: string }>(
    shop,
    `select s.id::text, s.account_id::text from subscription s join account a on a.id = s.account_id where a.email = '${email}'`,
  )

/** The shop failed on somebody's renewal. */
export const isParked =
  (person: Person): Action =>
  async (shop) => {
    const found = await subscriptionOf(shop, person)
    if (found === null) throw new Error(`${person.email} has no subscription`)
    const { id, account_id: accountId } = found
    const there = `select 1 from parked_subscription where subscription_id = '${id}'`
    await untilThere(shop, 'the parked renewal', there, () =>
      outcomeOf(shop, park(shop.deps(), { id, accountId }, 'renewal', new Error('this row is broken'))),
    )
  }

/** Staff take it up again. */
export const isTakenUp =
  (person: Person, requestId: string): Action =>
  async (shop) => {
    const id = (await subscriptionOf(shop, person))?.id ?? ''
    const done = `select 1 where not exists (select from parked_subscription where subscription_id = '${id}')`
    await untilThere(shop, 'the retried renewal', done, () =>
      callIn({ shop, staff }, retryDeskRenewal, { id, request_id: requestId }),
    )
    await recover(shop)
  }

type Change = PayloadInput<typeof changeSubscription>['change']

/** Staff act inside somebody's own pages: they begin, change the subscription, and end. */
export const isActedFor =
  (person: Person, changeOn: (today: Temporal.PlainDate) => Change, state: string): Action =>
  async (shop) => {
    const { id = '', account_id: accountId = '' } = (await subscriptionOf(shop, person)) ?? {}
    const done = `select 1 from subscription s where s.id = '${id}' and s.state = '${state}'
      and not exists (select from impersonation i where i.account_id = s.account_id and i.ended_at is null)`
    const cookies = new Map([[shop.staffCookies().desk, deskTokenOf(staff)]])
    const visitor = { ...person, browser: { ...person.browser, cookies } }
    await untilThere(shop, `the visit to ${person.email}`, done, async () => {
      await confirmAs(shop, staff, stepUpActions.impersonate(accountId, 5))
      const form = { id: accountId, reason: 'They called about the next box.', minutes: 5 }
      await outcomeOf(shop, shop.callBy(staff, startDeskImpersonation, form, { cookies }))
      await callAs(shop, visitor, allowWrites, { intent: 'The next box' })
      const change = changeOn(dateIn(shop.outside.clock.now(), brand.timeZone))
      const seen = await callAs(shop, visitor, previewChange, { id, change })
      if (seen.kind === 'answered')
        await callAs(shop, visitor, changeSubscription, { id, change, token: seen.answer.token })
      return callAs(shop, visitor, endImpersonation, {})
    })
  }

/** Marketing asks for a price, and operations publishes it. */
export const isPricedByMarketing =
  (code: string, price: string, requestId: string): Action =>
  async (shop) => {
    const asked = `select id::text from desk_approval where request_id = '${requestId}'`
    const done = `select 1 from desk_approval a join catalogue_version v on v.staff_id = a.decided_by
      where a.request_id = '${requestId}' and a.state = 'approved'`
    await untilThere(shop, `the price of ${code}`, done, async () => {
      const seen = await callIn({ shop, staff: marketing }, viewDeskEntry, { code })
      if (seen.kind !== 'answered') return seen
      const { values, versions } = seen.answer
      await callIn({ shop, staff: marketing }, requestEntryApproval, {
        code,
        base: versions[0]?.number ?? 0,
        values: values.map((value) =>
          value.field === 'plan.prices.USD' ? { ...value, value: price } : value,
        ),
        reason: 'For the autumn',
        request_id: requestId,
      })
      const id = (await one<{ id: string }>(shop, asked))?.id
      if (id === undefined) return { kind: 'interrupted' }
      await confirmAs(shop, staff, stepUpActions.approve(id))
      return callIn({ shop, staff }, decideDeskApproval, { id, decision: 'approve', note: '' })
    })
  }
