import { orderByNumber } from '#order/server/orders.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import type { OperatorRefund } from '#refund/server/operator-refunds.ts'
import { brokenFees, unfairRefunds } from './recount-refunds.ts'
import { sql } from 'kysely'
import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import { inTransaction } from '#platform/transaction.ts'
import { changeSubscription, previewChange } from '#subscription/change/change-endpoints.ts'
import { payOwedOrder, viewOwedOrder } from '#subscription/owed-order/owed-endpoints.ts'
import { schedulePriceIncrease } from '#subscription/notice/server/price-increases.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
import { seededRandom, type SeededRandom } from '../support/random.ts'
import { ordersMailed } from '../support/invariants.ts'
import { openOutside } from './outside.ts'
import { callAs, buy, newPerson, outcomeOf, subscriptionsOf, type Person } from './people.ts'
import type { SimulationDatabase } from './crashable.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'
import { randomChangeFor } from './subscription-changes.ts'
import { openWatch, type Watch } from './observed-revenue.ts'
import { compareMonth, compareYear } from './year-report.ts'
import { brokenAtRest } from './consistency.ts'

interface Year {
  readonly shop: SimulatedShop
  readonly random: SeededRandom
  readonly people: readonly Person[]
  readonly watch: Watch
  /** Of each person's subscriptions the sum of versions when they last looked. */
  readonly viewed: Map<string, number>
}

/** Everybody of whose subscriptions something has moved looks at their page. */
const viewAllSubscriptions = async ({ shop, people, watch, viewed }: Year): Promise<void> => {
  const { rows } = await sql<{ email: string; moved: number }>`
    select a.email, sum(s.version)::int as moved from subscription s join account a on a.id = s.account_id
    group by 1 order by 1`.execute(shop.deps().database)
  for (const { email, moved } of rows) {
    if (viewed.get(email) === moved) continue
    const person = people.find((one) => one.email === email)
    const mine = person && (await subscriptionsOf(shop, person))
    if (!mine) throw new Error(`${email} cannot look`)
    watch.look(mine)
    viewed.set(email, moved)
  }
}

/** One change, previewed and made; without a charge at once for restarts, so that each day moves once. */
const changeRandomly = async ({ shop, random }: Year, person: Person): Promise<void> => {
  const mine = await subscriptionsOf(shop, person)
  if (mine === null || mine.length === 0) return
  const subscription = random.oneOf(mine)
  const request = await randomChangeFor(shop, random, person, subscription)
  if (request === null) return
  const change = request.action === 'reactivate' ? { action: request.action } : request
  const seen = await callAs(shop, person, previewChange, { id: subscription.id, change })
  if (seen.kind !== 'answered') return
  await callAs(shop, person, changeSubscription, { id: subscription.id, change, token: seen.answer.token })
}

const mailsTo = ({ shop }: Year, { email }: Person) => shop.outside.mails.filter(({ to }) => to === email)

/** Another card by the link of the newest mail about a refused one. */
const payOwed = async (year: Year, person: Person): Promise<void> => {
  const { shop } = year
  const links = mailsTo(year, person).flatMap(({ text }) => /\/update-card\/([\w.-]+)/.exec(text)?.[1] ?? [])
  const token = links.at(-1)
  if (token === undefined) return
  const owed = await callAs(shop, person, viewOwedOrder, { token })
  if (owed.kind !== 'answered' || owed.answer.status !== 'owed') return
  const card = { token: await shop.outside.tokenFor('mastercard') }
  await callAs(shop, person, payOwedOrder, { token, total: owed.answer.total, card })
}

/** Everything, a sum, a goodwill, or a unit of a line with some of the shipping; some of it more than is left. */
const chosenRandomly = async ({ shop, random }: Year, number: string): Promise<OperatorRefund['what']> => {
  if (random.isWithinPercent(30)) return 'rest'
  const cents = 1 + random.intBelow(3_000)
  const kind = random.oneOf(['sum', 'goodwill', 'line'] as const)
  if (kind !== 'line') return { plans: [], shippingCents: null, sum: { kind, cents } }
  const { lines } = await orderByNumber(shop.deps().database, number)
  const { planCode } = random.oneOf(lines)
  const shippingCents = random.isWithinPercent(20) ? 100 : null
  return { plans: [{ planCode, quantity: 1 }], shippingCents, sum: null }
}

/** The newest order goes back: whole before it ships, by its buyer, or in part, by an operator. */
const refundRandomly = async (year: Year, person: Person): Promise<void> => {
  const { shop, random } = year
  const number = ordersMailed(mailsTo(year, person)).at(-1)
  if (number === undefined) return
  if (random.isWithinPercent(60)) {
    await callAs(shop, person, withdraw, { number, email: person.email })
    return
  }
  const what = await chosenRandomly(year, number)
  const requestKey = `refund-${random.intBelow(1_000_000_000)}`
  const asCredit = random.isWithinPercent(15)
  const request = { number, what, note: null, asCredit, requestKey }
  await outcomeOf(shop, refundOrder(shop.services(), request))
}

/** New buyers pay another price from now on, or existing subscribers after their notice. */
const increasePrices = async ({ shop, random }: Year): Promise<void> => {
  const planCode = random.oneOf(['syn-rf', 'vs-rf', 'pds-rf', 'syn-rf-3mo'])
  const priceCents = 4_500 + random.intBelow(2_500)
  const now = shop.outside.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  await inTransaction(shop.deps(), async (tx) => {
    if (random.isWithinPercent(50)) await changePrice(tx, planCode, priceCents)
    else
      await schedulePriceIncrease(tx, {
        planCode,
        priceCents,
        currency: 'USD',
        effectiveOn: now.add({ days: 3 }).toString(),
      })
  })
}

const runEvent = async (year: Year, person: Person): Promise<void> => {
  const { random, shop } = year
  const isNew = !year.viewed.has(person.email)
  const roll = random.intBelow(100)
  if (roll < (isNew ? 60 : 8)) await buy(shop, random, person)
  else if (roll < 80) await changeRandomly(year, person)
  else if (roll < 92) await payOwed(year, person)
  else await refundRandomly(year, person)
  await shop.deliver(() => 1)
  await outcomeOf(shop, shop.runDueWork())
}

const timeZone = 'America/New_York'

const todayOf = ({ shop }: Year): Temporal.PlainDate =>
  shop.outside.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()

/** The same hour every day, so that a day of actions never runs past midnight. */
const morningOf = (day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime({ timeZone, plainTime: '10:00' }).toInstant()

/** A day of somebody's actions, each checked; then the night, and the due work of the shop. */
const simulateDay = async (year: Year, actions: number): Promise<void> => {
  const { shop, random, people } = year
  for (let count = 0; count < actions; count += 1) {
    await runEvent(year, random.oneOf(people))
    await viewAllSubscriptions(year)
    shop.outside.moveTo(shop.outside.clock.now().add({ minutes: 1 + random.intBelow(20) }))
  }
  if (random.isWithinPercent(4)) await increasePrices(year)
}

export interface SimulatedYear {
  readonly months: readonly string[]
  /** A sentence for each figure of the report that is not what others count. */
  readonly broken: readonly string[]
  readonly subscriptions: number
  readonly chargedCents: number
}

export interface YearRequest {
  readonly seed: number
  readonly months: number
  readonly people: number
  /** How many things somebody does on a day. */
  readonly actionsADay: number
}

const simulateMonths = async (year: Year, { months, actionsADay }: YearRequest): Promise<SimulatedYear> => {
  const { shop, watch } = year
  const simulated: string[] = []
  const broken: string[] = []
  while (simulated.length < months) {
    const today = todayOf(year)
    const month = today.toPlainYearMonth().toString()
    const tomorrow = today.add({ days: 1 })
    await simulateDay(year, actionsADay)
    if (tomorrow.day === 1) {
      watch.turn()
      broken.push(...(await compareMonth(shop.deps().database, watch, month, simulated.length)))
      simulated.push(month)
    }
    await shop.travelTo(morningOf(tomorrow))
    await viewAllSubscriptions(year)
  }
  await readBalance(shop.services())
  const compared = await compareYear(shop.deps().database, watch, simulated)
  return {
    months: simulated,
    ...compared,
    broken: [
      ...broken,
      ...compared.broken,
      ...(await unfairRefunds(shop.deps().database)),
      ...(await brokenFees(shop.deps().database, shop.outside)),
      ...(await brokenAtRest(shop)),
    ],
  }
}

/** Months of a shop, each with the report of its end, and the report of all of them. The same for the same seed. */
export const simulateYear = async (
  database: SimulationDatabase,
  request: YearRequest,
): Promise<SimulatedYear> => {
  const random = seededRandom(request.seed)
  const outside = openOutside(random, Temporal.Instant.from('2031-01-01T15:00:00Z'))
  const shop = await openSimulatedShop(database, outside)
  try {
    const people = Array.from({ length: request.people }, (_, number) => newPerson(random, number))
    return await simulateMonths({ shop, random, people, watch: openWatch(), viewed: new Map() }, request)
  } finally {
    await shop.close()
    outside.close()
  }
}
