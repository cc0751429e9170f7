import {
  correctDeskAddress,
  holdDeskOrder,
  previewDeskRefund,
  refundDeskOrder,
  shipDeskOrder,
} from '#desk/endpoints.ts'
import { changeDeskSubscription, previewDeskChange } from '#desk/subscription-endpoints.ts'
import { shipPartnerOrder } from '#partner/endpoints.ts'
import type { Change } from '#subscription/change/rules/change.ts'
import { outcomeOf } from '../simulation/people.ts'
import { places } from '../support/places.ts'
import { toActionResult, withoutClaims, type Action, type Outcomes } from './action.ts'
import { callDesk, timesLogged, warehouse } from './desk-actors.ts'
import { isOnlyAsReported, knownAt } from './member-actions.ts'
import { orderOf } from './shop-actions.ts'

interface ShipmentRow {
  readonly shippedAt: string | null
  readonly city: string
}

/** The shipments of an order, with the place that each went to or will go to. */
const shipmentsOf = async ({ pool }: Outcomes, number: string): Promise<readonly ShipmentRow[]> =>
  (
    await pool.query<ShipmentRow>(
      `select s.shipped_at as "shippedAt", coalesce(s.ship_to, o.ship_to) ->> 'city' as city
       from shipment s join "order" o on o.id = s.order_id where o.number = $1`,
      [number],
    )
  ).rows

/** Staff change Ada's subscription for her; she reads the answer's charge by mail. */
const changesAtDesk = (name: string, change: Change): Action => ({
  name,
  run: async (scene) => {
    const { shop, fixture } = scene
    const id = fixture.subscriptionId
    const seen = await callDesk(shop, previewDeskChange, { id, change })
    if (seen.kind !== 'answered') return toActionResult(seen, () => withoutClaims(''))
    const made = await callDesk(shop, changeDeskSubscription, {
      id,
      change,
      preview_token: seen.answer.token,
      request_id: '00000000-0000-4000-8000-0000000000c1',
      reason: 'She called us.',
    })
    const before = await knownAt(scene)
    return toActionResult(made, (reply) => ({
      summary: 'done',
      falseClaims: isOnlyAsReported(before, reply, () => false),
    }))
  },
})

/** Staff refund a part of Cara's order. */
const refundsPart: Action = {
  name: 'refund of a part at the desk',
  run: async ({ shop, fixture }) => {
    const what = { number: fixture.carasOrder, sum: '5.00' }
    const seen = await callDesk(shop, previewDeskRefund, what)
    if (seen.kind !== 'answered') return toActionResult(seen, () => withoutClaims(''))
    const given = await callDesk(shop, refundDeskOrder, {
      ...what,
      request_id: '00000000-0000-4000-8000-0000000000c2',
      amount: seen.answer.amount,
      reason: 'The lid was loose.',
    })
    return toActionResult(given, ({ state }) => ({
      summary: state,
      falseClaims: async (outcomes) => {
        const order = await orderOf(outcomes, what.number)
        return state !== 'refunded' || (order?.refundedCents ?? 0) >= 500
          ? []
          : ['5.00 were said to be refunded']
      },
    }))
  },
}

/** Staff hold Cara's order. */
const holds: Action = {
  name: 'hold',
  run: async ({ shop, fixture: { carasOrder: number } }) => {
    const held = await callDesk(shop, holdDeskOrder, { number, reason: 'The address is asked for.' })
    return toActionResult(held, () => ({
      summary: 'held',
      falseClaims: async (outcomes) =>
        (await timesLogged(outcomes, 'order.released', number)) === 0 &&
        (await shipmentsOf(outcomes, number)).some(({ shippedAt }) => shippedAt !== null)
          ? [`${number} was held, and left`]
          : [],
    }))
  },
}

const isCanceled = async (outcomes: Outcomes, number: string): Promise<readonly string[]> => {
  const order = await orderOf(outcomes, number)
  return order?.state === 'canceled' ? [`${number} was shipped, and canceled`] : []
}

const handedOver = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const

/** Staff hand Cara's order to a carrier. */
const ships: Action = {
  name: 'shipping at the desk',
  run: async ({ shop, fixture: { carasOrder: number } }) => {
    const shipped = await callDesk(shop, shipDeskOrder, { number, ...handedOver, units: [] })
    return toActionResult(shipped, () => ({
      summary: 'shipped',
      falseClaims: (outcomes) => isCanceled(outcomes, number),
    }))
  },
}

/** The warehouse hands Cara's order to a carrier. */
const shipsByPartner: Action = {
  name: 'shipping by a partner',
  run: async ({ shop, fixture: { carasOrder: number } }) => {
    const handed = { number, ...handedOver, tracking: '1Z999AA10123456785' }
    const call = shop.callBy(warehouse, shipPartnerOrder, handed, { idempotencyKey: 'the-package-of-cara' })
    return toActionResult(await outcomeOf(shop, call), () => ({
      summary: 'shipped',
      falseClaims: (outcomes) => isCanceled(outcomes, number),
    }))
  },
}

/** Staff correct where Cara's order goes. */
const correctsAddress: Action = {
  name: 'corrected address',
  run: async ({ shop, fixture: { carasOrder: number } }) => {
    const { oregon } = places
    const address = { ...oregon, city: 'Salem', zip: '97301' }
    const corrected = await callDesk(shop, correctDeskAddress, { number, address, reason: 'She moved.' })
    return toActionResult(corrected, () => ({
      summary: 'corrected',
      falseClaims: async (outcomes) =>
        (await shipmentsOf(outcomes, number)).some(({ city }) => city !== 'Salem')
          ? [`${number} does not go where staff were told`]
          : [],
    }))
  },
}

/** What staff and partners do to what others change at the same moment. */
export const deskActions: readonly Action[] = [
  changesAtDesk('cancel at the desk', { action: 'cancel' }),
  changesAtDesk('skip at the desk', { action: 'skip' }),
  refundsPart,
  holds,
  ships,
  shipsByPartner,
  correctsAddress,
]
