import {
  holdDeskOrder,
  previewDeskRefund,
  refundDeskOrder,
  releaseDeskOrder,
  shipDeskOrder,
  viewDeskOrder,
} from '#desk/endpoints.ts'
import type { DeskOrder } from '#desk/endpoints.ts'
import { reshipDeskOrder } from '#desk/follow-up-endpoints.ts'
import { inTransaction } from '#platform/transaction.ts'
import { schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { ordersMailed } from '../support/invariants.ts'
import { until, type Action } from './actions.ts'
import { rowsOf } from './arrivals.ts'
import { callIn, packers } from './packing.ts'
import { outcomeOf } from './people.ts'
import type { Outcome, Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

const staff = packers[0]

/** The number of the first order that was mailed to somebody. */
const numberOf = (shop: SimulatedShop, { email }: Person): string =>
  ordersMailed(shop.outside.mails.filter(({ to }) => to === email)).at(0) ?? ''

/** An action of staff on the first order of somebody, again until the page of the order shows it: an answer that got lost says nothing. */
const staffAction =
  (
    person: Person,
    what: string,
    action: (shop: SimulatedShop, number: string) => Promise<Outcome<unknown>>,
    isDone: (order: DeskOrder) => boolean,
  ): Action =>
  async (shop) => {
    await until(shop, what, async () => {
      const number = numberOf(shop, person)
      const acted = await action(shop, number)
      const seen = await callIn({ shop, staff }, viewDeskOrder, { number })
      if (seen.kind === 'answered' && isDone(seen.answer)) return true
      return acted.kind === 'refused' ? acted.code : acted.kind
    })
  }

export const isHeldAtDesk = (person: Person): Action =>
  staffAction(
    person,
    'the hold at the desk',
    (shop, number) => callIn({ shop, staff }, holdDeskOrder, { number, reason: 'The address is asked for.' }),
    ({ hold }) => hold !== null,
  )

export const isReleasedAtDesk = (person: Person): Action =>
  staffAction(
    person,
    'the release at the desk',
    (shop, number) => callIn({ shop, staff }, releaseDeskOrder, { number, reason: 'The address is right.' }),
    ({ hold }) => hold === null,
  )

export const isShippedAtDesk = (person: Person, tracking: string): Action =>
  staffAction(
    person,
    'the shipping at the desk',
    (shop, number) => callIn({ shop, staff }, shipDeskOrder, { number, carrier: 'ups', tracking }),
    ({ state, shipments }) =>
      state === 'shipped' && shipments.length === 1 && shipments[0]?.tracking === tracking,
  )

/** Refunds one unit of the first line, with the same form each time. */
export const isRefundedAtDesk = (person: Person, requestId: string): Action => {
  let amount: string | null = null
  return staffAction(
    person,
    'the refund of a line at the desk',
    async (shop, number) => {
      const wanted = { number, units: [{ position: 0, quantity: 1 }] }
      if (amount === null) {
        const seen = await callIn({ shop, staff }, previewDeskRefund, wanted)
        if (seen.kind !== 'answered') return seen
        amount = seen.answer.amount
      }
      const form = { ...wanted, amount, reason: 'The lid was loose.', request_id: requestId }
      return callIn({ shop, staff }, refundDeskOrder, form)
    },
    ({ refunded }) => refunded === amount,
  )
}

/** Sends one unit again; a second try finds the first one, so that nothing is sent twice. */
export const isReshippedAtDesk = (person: Person, requestId: string): Action =>
  staffAction(
    person,
    'the shipment that is sent again',
    (shop, number) =>
      callIn({ shop, staff }, reshipDeskOrder, {
        number,
        units: [{ position: 0, quantity: 1 }],
        reason: 'It never came.',
        request_id: requestId,
      }),
    ({ shipments }) => shipments.filter((one) => one.is_reship).length === 1,
  )

/** Owners have agreed on a higher price of a plan, so many days from today on. */
export const isRaised =
  (planCode: string, priceCents: number, days: number): Action =>
  async (shop) => {
    await until(shop, 'the price increase', async () => {
      const [known] = await rowsOf({ shop }, 'select id from price_increase')
      if (known !== undefined) return true
      const deps = shop.deps()
      const raised = await outcomeOf(
        shop,
        inTransaction(deps, (tx) => {
          const effectiveOn = tx.today.add({ days }).toString()
          return schedulePriceIncrease(tx, { planCode, priceCents, currency: 'USD', effectiveOn })
        }),
      )
      return raised.kind
    })
  }
