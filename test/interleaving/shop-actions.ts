import { purchase } from '#checkout/endpoints.ts'
import { claimGift, viewLinkedGift } from '#gift/endpoints.ts'
import { packDue, packOrder, processLabels } from '#order/server/orders.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import { settleDueCharges } from '#payment/server/settlement.ts'
import { queueIncreases, schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { renewDue } from '#subscription/renewal/server/renew-due.ts'
import { stopSubscriptions } from '#subscription/server/subscriptions.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
import { finishChargeWith } from '../../src/app/due-steps.ts'
import { callAs, outcomeOf, type Person } from '../simulation/people.ts'
import { places } from '../support/places.ts'
import { withoutClaims, toActionResult, type Action, type Outcomes, type ActionContext } from './action.ts'
import { atAnotherBrowser, type Fixture } from './fixture.ts'
import { renewalOrders } from './renewal-orders.ts'

/** Something the shop does in the background, with no answer to anybody. */
const runDueWork = (name: string, run: (scene: ActionContext) => Promise<unknown>): Action => ({
  name,
  run: async (scene) => {
    await run(scene)
    return withoutClaims('done')
  },
})

interface OrderRow {
  readonly state: string
  readonly cents: number
  readonly refundedCents: number
  readonly shipsOn: string | null
}

export const orderOf = async ({ pool }: Outcomes, number: string): Promise<OrderRow | undefined> => {
  const { rows } = await pool.query<OrderRow>(
    `select state, total_cents::int as cents, refunded_cents::int as "refundedCents", ship_on as "shipsOn"
     from "order" where number = $1`,
    [number],
  )
  return rows[0]
}

const ordersOf = async ({ pool }: Outcomes, email: string): Promise<string[]> =>
  (await pool.query<{ number: string }>('select number from "order" where email = $1', [email])).rows.map(
    ({ number }) => number,
  )

/** Submits a checkout form once more; a buyer with an order in the answer has exactly that one. */
const submits = (
  name: string,
  formOf: (fixture: Fixture) => { person: Person; form: Fixture['bensForm'] },
): Action => ({
  name,
  run: async ({ shop, fixture }) => {
    const { person, form } = formOf(fixture)
    const sent = await callAs(shop, atAnotherBrowser(person), purchase, form)
    return toActionResult(sent, ({ status, order }) => ({
      summary: status,
      falseClaims: async (outcomes) => {
        const mine = await ordersOf(outcomes, person.email)
        const isTrue = status !== 'ordered' || mine.join() === order?.number
        return isTrue ? [] : [`${person.email} was told of ${order?.number}, and has ${mine.join(', ')}`]
      },
    }))
  },
})

/** An operator refunds an order completely; the answer must match the ledger. */
const refunds = (name: string, numberOf: (fixture: Fixture) => string): Action => ({
  name,
  run: async ({ shop, fixture }) => {
    const number = numberOf(fixture)
    const request = {
      number,
      what: 'rest',
      note: null,
      asCredit: false,
      requestKey: `all:${number}`,
    } as const
    const given = await outcomeOf(shop, refundOrder(shop.services(), request))
    return toActionResult(given, ({ state, split: { cardCents } }) => ({
      summary: state,
      falseClaims: async (outcomes) => {
        const order = await orderOf(outcomes, number)
        const isTrue = state !== 'refunded' || (order?.refundedCents ?? 0) >= cardCents
        return isTrue ? [] : [`${cardCents} of ${number} were said to be given back`]
      },
    }))
  },
})

const withdraws = (
  name: string,
  whatOf: (fixture: Fixture) => { person: Person; number: string },
): Action => ({
  name,
  run: async ({ shop, fixture }) => {
    const { person, number } = whatOf(fixture)
    const taken = await callAs(shop, atAnotherBrowser(person), withdraw, { number, email: person.email })
    return toActionResult(taken, ({ kind, state }) => ({
      summary: `${kind} ${state}`,
      falseClaims: async (outcomes) => {
        const order = await orderOf(outcomes, number)
        if (kind !== 'cancel') return []
        const isTrue = order?.state === 'canceled' && order.refundedCents === order.cents
        return isTrue ? [] : [`${number} was said to be canceled, and is ${JSON.stringify(order)}`]
      },
    }))
  },
})

/** Whether all that was paid for an order is going back or went back, from the moment that is written down. */
const isGoingBack = async ({ pool }: ActionContext, number: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from "order" o join refund r on r.order_id = o.id and r.state <> 'refused'
     where o.number = $1 group by o.id having sum(r.amount_cents) >= o.total_cents - o.credit_cents`,
    [number],
  )
  return rowCount === 1
}

/** Opens the link of a gift and claims it. */
const claimsGift: Action = {
  name: 'gift claim',
  run: async (scene) => {
    const { shop, fixture } = scene
    const request = { token: fixture.claimToken, address: places.california }
    const browser = atAnotherBrowser(fixture.eve)
    await callAs(shop, browser, viewLinkedGift, { token: request.token })
    // Read on this actor's turn: actions start at once, and wait before their first statement.
    const isTooLate = await isGoingBack(scene, fixture.dansOrder)
    const claimed = await callAs(shop, browser, claimGift, request)
    return toActionResult(claimed, ({ state }) => ({
      summary: state,
      falseClaims: async (outcomes) => {
        if (isTooLate) return ['a gift was claimed whose money was going back']
        const order = await orderOf(outcomes, fixture.dansOrder)
        const arrives = order !== undefined && order.shipsOn !== null && order.state !== 'canceled'
        const wasRefunded = order !== undefined && order.refundedCents === order.cents
        return arrives || wasRefunded || state === 'sent' ? [] : ['the gift was claimed and does not come']
      },
    }))
  },
}

/** The warehouse begins to pack an order; then its buyer does not cancel it any more. */
const packs: Action = {
  name: 'packing',
  run: async ({ shop, fixture }) => {
    const packed = await packOrder(shop.deps(), fixture.carasOrder, null).then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof ShopError && thrown.code === 'ACTION_NOT_ALLOWED') return false
        throw thrown
      },
    )
    return {
      summary: packed ? 'packed' : 'refused',
      falseClaims: async (outcomes) => {
        const order = await orderOf(outcomes, fixture.carasOrder)
        const isRefunded = order !== undefined && order.refundedCents === order.cents
        return packed && order?.state === 'canceled' && !isRefunded ? ['a packed order was canceled'] : []
      },
    }
  },
}

/** Ada's bank takes her payment back: from then on her subscription is not charged, unless a charge is on its way. */
const disputes: Action = {
  name: 'dispute',
  run: async ({ shop, fixture: { subscriptionId }, pool }) => {
    const deps = shop.deps()
    await inTransaction(deps, (tx) => stopSubscriptions(tx, [subscriptionId], deps.ids.uuid()))
    const { rowCount } = await pool.query(
      'select from billing_cycle where subscription_id = $1 and requested_at is not null',
      [subscriptionId],
    )
    return {
      summary: rowCount === 0 ? 'stopped' : 'stopped during a charge',
      falseClaims: async (outcomes) => {
        const orders = rowCount === 0 ? await renewalOrders(outcomes.pool, subscriptionId) : []
        return orders.map(({ number }) => `${number} was charged after a dispute had stopped it`)
      },
    }
  },
}

/** What shoppers, operators and the shop itself do; some of them to the same thing as another one. */
export const shopActions: readonly Action[] = [
  runDueWork('renewal run', ({ shop }) => renewDue(shop.services())),
  runDueWork('pending charges', ({ shop }) =>
    settleDueCharges(shop.services(), finishChargeWith(shop.services())),
  ),
  runDueWork('webhook', ({ shop }) => shop.deliver(() => 1)),
  runDueWork('shipping', async ({ shop }) => {
    await packDue(shop.deps(), 'sandbox')
    await processLabels(shop.services())
  }),
  packs,
  runDueWork('price increase', async ({ shop }) => {
    await inTransaction(shop.deps(), (tx) =>
      schedulePriceIncrease(tx, {
        planCode: 'vs-rf',
        priceCents: 4_999,
        currency: 'USD',
        effectiveOn: '2031-06-01',
      }),
    )
    await queueIncreases(shop.deps())
  }),
  submits('purchase', ({ ben, bensForm }) => ({ person: ben, form: bensForm })),
  submits('repeated purchase', ({ fay, faysForm }) => ({ person: fay, form: faysForm })),
  refunds('refund', ({ carasOrder }) => carasOrder),
  refunds('refund of a gift', ({ dansOrder }) => dansOrder),
  refunds('refund of a returned order', ({ gusOrder }) => gusOrder),
  withdraws('withdrawal', ({ cara, carasOrder }) => ({ person: cara, number: carasOrder })),
  withdraws('withdrawal of a gift', ({ dan, dansOrder }) => ({ person: dan, number: dansOrder })),
  claimsGift,
  disputes,
]
