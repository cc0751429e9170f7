import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { makeNotices } from '#subscription/renewal/server/notices-due.ts'
import { queueIncreases, schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { withoutClaims, type Action, type Outcomes } from './action.ts'

export const plan = 'vs-rf'
/** What Ada agreed to, and what the plan costs from the day after her order on. */
export const [agreedCents, increasedCents] = [3_999, 4_999]

/** What the renewals of Ada's subscription cost for one unit, in their order. */
export const renewedAt = async ({ pool, fixture }: Outcomes): Promise<number[]> => {
  const { rows } = await pool.query<{ cents: number }>(
    `select l.unit_price_cents::int as cents from order_line l
     join "order" o on o.id = l.order_id join billing_cycle b on b.id = o.billing_cycle_id
     where b.subscription_id = $1 and l.plan_code = $2 order by o.placed_at`,
    [fixture.subscriptionId, plan],
  )
  return rows.map(({ cents }) => cents)
}

/** How often Ada was mailed about the higher price. */
export const timesNotified = ({ shop, fixture }: Outcomes): number =>
  shop.outside.mails.filter(
    ({ to, text }) => to === fixture.ada.email && /will cost \$49\.99 instead/.test(text),
  ).length

/** In the full run a month passes after each order of the actions, which takes a second each. */
const isPlausible = process.env['INTERLEAVINGS'] === 'full'

/**
 * An operator raises the price on the day of Ada's order, for orders from tomorrow on: today's order comes at the price she
 * agreed to, with one mail about the higher price, which the order of the next month has.
 */
export const increasesPrice: Action = {
  name: 'price increase tomorrow',
  run: async ({ shop }) => {
    const tomorrow = dateIn(shop.outside.clock.now(), brand.timeZone).add({ days: 1 })
    const increase = {
      planCode: plan,
      priceCents: increasedCents,
      currency: 'USD' as const,
      effectiveOn: tomorrow.toString(),
    }
    const refused = await inTransaction(shop.deps(), (tx) => schedulePriceIncrease(tx, increase))
    await queueIncreases(shop.deps())
    // From here on a renewal finds Ada's notice of the higher price, and must not charge it today.
    await makeNotices(shop.services())
    return {
      summary: refused?.reason ?? 'raised',
      falseClaims: async (outcomes) => {
        if (isPlausible)
          await outcomes.shop.travelTo(outcomes.shop.outside.clock.now().add({ hours: 24 * 32 }))
        const expected = isPlausible ? [agreedCents, increasedCents] : [agreedCents]
        const [renewed, notifiedTimes] = [await renewedAt(outcomes), timesNotified(outcomes)]
        const isTrue = renewed.join() === expected.join() && notifiedTimes === 1
        return isTrue
          ? []
          : [`the renewals cost ${renewed.join(', ')}, and Ada was told ${notifiedTimes} times`]
      },
    }
  },
}

/** The shop checks which members are to be notified. */
export const checksNotices: Action = {
  name: 'notices',
  run: async ({ shop }) => {
    await makeNotices(shop.services())
    return withoutClaims('done')
  },
}
