import { stopDeskPriceIncrease } from '#desk/price-increase-endpoints.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { makeNotices } from '#subscription/renewal/server/notices-due.ts'
import { queueIncreases, schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { toActionResult, type Action, type ActionContext, type Outcomes } from './action.ts'
import { callDesk, nora } from './desk-actors.ts'
import { agreedCents, increasedCents, plan, renewedAt, timesNotified } from './price-actions.ts'

const id = '00000000-0000-4000-8000-0000000000f1'

const groupOf = (groupId: string) => ({
  id: groupId,
  reason: 'Jars cost more.',
  requestedBy: nora.staffId,
  approvedBy: nora.staffId,
})

const todayOf = ({ shop }: ActionContext): Temporal.PlainDate =>
  dateIn(shop.outside.clock.now(), brand.timeZone)

/** An increase of the plan of Ada's subscription from tomorrow on, which nobody was notified of. */
const schedules: NonNullable<Action['prepare']> = async (context) => {
  const { shop, pool } = context
  const effectiveOn = todayOf(context).add({ days: 1 }).toString()
  const { rowCount } = await pool.query('select from price_increase where group_id = $1', [id])
  if (rowCount !== 0) return
  await inTransaction(shop.deps(), (tx) =>
    schedulePriceIncrease(
      tx,
      { planCode: plan, priceCents: increasedCents, currency: 'USD', effectiveOn },
      groupOf(id),
    ),
  )
}

/** One that Ada was notified of more than a month ago, and whose first order is due today. */
const announces: NonNullable<Action['prepare']> = async (context) => {
  const { shop, fixture, pool } = context
  await schedules(context)
  await queueIncreases(shop.deps())
  await makeNotices(shop.services())
  const [today, now] = [todayOf(context).toString(), shop.outside.clock.now()]
  const [madeAt, sentAt] = [
    now.subtract({ hours: 24 * 60 }).toString(),
    now.subtract({ hours: 24 * 40 }).toString(),
  ]
  await pool.query('update price_increase set effective_on = $2, made_at = $3 where group_id = $1', [
    id,
    today,
    madeAt,
  ])
  const { rowCount } = await pool.query(
    `update subscription_notice set event_on = $2, made_at = $3, sent_at = $4
     where subscription_id = $1 and kind = 'price-increase'`,
    [fixture.subscriptionId, today, madeAt, sentAt],
  )
  if (rowCount !== 1) throw new Error('Ada has no notice')
}

/** Nora has used her passkey again a moment ago. */
const confirms: NonNullable<Action['prepare']> = async ({ shop, pool }) => {
  const now = shop.outside.clock.now()
  const [start, end] = [now.toString(), now.add({ hours: 1 }).toString()]
  await pool.query(
    `insert into staff_session (id, staff_id, token_hash, user_agent, started_at, last_seen_at, expires_at)
     values ($1, $2, '', '', $3, $3, $4) on conflict do nothing`,
    [nora.sessionId, nora.staffId, start, end],
  )
  await pool.query(
    'insert into staff_step_up (session_id, act, expires_at) values ($1, $2, $3) on conflict do nothing',
    [nora.sessionId, stepUpActions.stopIncrease(id), end],
  )
}

/** Whether a charge of Ada's subscription was requested; then it ends at the price that it was requested with. */
const isRequested = async ({ pool, fixture }: ActionContext): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'select from billing_cycle where subscription_id = $1 and requested_at is not null',
    [fixture.subscriptionId],
  )
  return rowCount !== 0
}

const timesReassured = ({ shop, fixture }: Outcomes): number =>
  shop.outside.mails.filter(
    ({ to, subject }) =>
      to === fixture.ada.email && subject === 'The price of your subscription stays the same',
  ).length

/** In the full run time passes after each order of the actions, until whatever is to be said has been said. */
const isPlausible = process.env['INTERLEAVINGS'] === 'full'

/** After a stop was answered nothing is requested at the higher price, and Ada reads nothing else. */
const untrueAfterStop =
  (wasRequested: boolean) =>
  async (outcomes: Outcomes): Promise<readonly string[]> => {
    if (isPlausible) await outcomes.shop.travelTo(outcomes.shop.outside.clock.now().add({ hours: 24 * 32 }))
    const [renewed, reassured] = [await renewedAt(outcomes), timesReassured(outcomes)]
    const [first, ...later] = renewed
    const charged = renewed.filter((cents) => cents === increasedCents).length
    return [
      ...(!wasRequested && charged > 0 ? [`after the stop a renewal cost ${renewed.join(', ')}`] : []),
      ...(charged === 0 && renewed.some((cents) => cents !== agreedCents)
        ? [`the renewals cost ${renewed.join(', ')}`]
        : []),
      // Who was charged once goes on at that price.
      ...(first === increasedCents && later.some((cents) => cents !== increasedCents)
        ? [`the renewals cost ${renewed.join(', ')}`]
        : []),
      ...(reassured > 1 ? [`Ada was told ${reassured} times that her price stays`] : []),
      ...(reassured > 0 && charged > 0 ? ['Ada was told that her price stays, and was charged more'] : []),
    ]
  }

/** Staff stop an increase on the day of its first order. */
const stops: Action = {
  name: 'stopped price increase',
  prepare: async (context) => {
    await announces(context)
    await confirms(context)
  },
  run: async (context) => {
    const stopped = await callDesk(context.shop, stopDeskPriceIncrease, {
      id,
      reason: 'Jars cost less again.',
    })
    const wasRequested = await isRequested(context)
    return toActionResult(stopped, ({ text }) => ({
      summary: text,
      falseClaims: untrueAfterStop(wasRequested),
    }))
  },
}

/** Staff cancel a scheduled increase before anybody was notified of it. */
const cancels: Action = {
  name: 'canceled price increase',
  prepare: schedules,
  run: async (context) => {
    const stopped = await callDesk(context.shop, stopDeskPriceIncrease, { id, reason: 'A typing mistake.' })
    return toActionResult(stopped, ({ text }) => ({
      summary: text,
      falseClaims: async (outcomes) => [
        ...(await untrueAfterStop(false)(outcomes)),
        ...(isPlausible && timesNotified(outcomes) !== timesReassured(outcomes)
          ? [
              `Ada was told ${timesNotified(outcomes)} times of a higher price, and ${timesReassured(outcomes)} times that it stays`,
            ]
          : []),
      ],
    }))
  },
}

/** Price increases that staff take back, one before its notices and one on its day. */
export const stopActions: readonly Action[] = [stops, cancels]
