import { sql } from 'kysely'
import { changePrice } from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { changeSubscription, previewChange } from '#subscription/change-calls.ts'
import { payOwedOrder, viewOwedOrder } from '#subscription/owed-calls.ts'
import { raisePrice } from '#subscription/server/price-increases.ts'
import { withdraw } from '#withdrawal/calls.ts'
import { refundOrder } from '#withdrawal/server/operator-refunds.ts'
import { chanceFrom, type Chance } from '../support/chance.ts'
import { ordersTold } from '../support/invariants.ts'
import { openOutside } from './outside.ts'
import { ask, buy, newPerson, outcomeOf, subscriptionsOf, type Person } from './people.ts'
import type { LifeDatabase } from './mortal.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'
import { changeFor } from './steering.ts'
import { openWatch, type Watch } from './watched.ts'
import { compareMonth, compareYear } from './year-report.ts'
import { brokenAtRest } from './whole.ts'

interface Year {
  readonly shop: SimulatedShop
  readonly chance: Chance
  readonly people: readonly Person[]
  readonly watch: Watch
  /** Of each person's subscriptions the sum of versions when they last looked. */
  readonly looked: Map<string, number>
}

/** Everybody of whose subscriptions something has moved looks at their page. */
const lookAround = async ({ shop, people, watch, looked }: Year): Promise<void> => {
  const { rows } = await sql<{ email: string; moved: number }>`
    select a.email, sum(s.version)::int as moved from subscription s join account a on a.id = s.account_id
    group by 1 order by 1`.execute(shop.world().database)
  for (const { email, moved } of rows) {
    if (looked.get(email) === moved) continue
    const person = people.find((one) => one.email === email)
    const mine = person && (await subscriptionsOf(shop, person))
    if (!mine) throw new Error(`${email} cannot look`)
    watch.look(mine)
    looked.set(email, moved)
  }
}

/** One change, seen before and made; without a charge at once for whoever starts again, so that each day moves once. */
const steer = async ({ shop, chance }: Year, person: Person): Promise<void> => {
  const mine = await subscriptionsOf(shop, person)
  if (mine === null || mine.length === 0) return
  const subscription = chance.oneOf(mine)
  const asked = await changeFor(shop, chance, person, subscription)
  if (asked === null) return
  const change = asked.action === 'reactivate' ? { action: asked.action } : asked
  const seen = await ask(shop, person, previewChange, { id: subscription.id, change })
  if (seen.kind !== 'answered') return
  await ask(shop, person, changeSubscription, { id: subscription.id, change, token: seen.answer.token })
}

const mailsTo = ({ shop }: Year, { email }: Person) => shop.outside.mails.filter(({ to }) => to === email)

/** Another card by the link of the newest mail about a refused one. */
const payOwed = async (year: Year, person: Person): Promise<void> => {
  const { shop } = year
  const links = mailsTo(year, person).flatMap(({ text }) => /\/update-card\/([\w.-]+)/.exec(text)?.[1] ?? [])
  const token = links.at(-1)
  if (token === undefined) return
  const owed = await ask(shop, person, viewOwedOrder, { token })
  if (owed.kind !== 'answered' || owed.answer.status !== 'owed') return
  const card = { token: await shop.outside.tokenFor('mastercard') }
  await ask(shop, person, payOwedOrder, { token, total: owed.answer.total, card })
}

/** The newest order goes back: whole before it ships, by its buyer, or in part, by an operator. */
const giveBack = async (year: Year, person: Person): Promise<void> => {
  const { shop, chance } = year
  const number = ordersTold(mailsTo(year, person)).at(-1)
  if (number === undefined) return
  if (chance.happens(60)) {
    await ask(shop, person, withdraw, { number, email: person.email })
    return
  }
  const cents = chance.happens(30) ? null : 1 + chance.below(3_000)
  const asked = { number, cents, requestKey: `refund-${chance.below(1_000_000_000)}` }
  await outcomeOf(shop, refundOrder(shop.tools(), asked))
}

/** New buyers pay another price from now on, or those who subscribe already once they were told. */
const movePrices = async ({ shop, chance }: Year): Promise<void> => {
  const planCode = chance.oneOf(['syn-rf', 'vs-rf', 'pds-rf', 'syn-rf-3mo'])
  const priceCents = 4_500 + chance.below(2_500)
  const now = shop.outside.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  await inTransaction(shop.world(), async (work) => {
    if (chance.happens(50)) await changePrice(work, planCode, priceCents)
    else await raisePrice(work, { planCode, priceCents, effectiveOn: now.add({ days: 3 }).toString() })
  })
}

const act = async (year: Year, person: Person): Promise<void> => {
  const { chance, shop } = year
  const isNew = !year.looked.has(person.email)
  const roll = chance.below(100)
  if (roll < (isNew ? 60 : 8)) await buy(shop, chance, person)
  else if (roll < 80) await steer(year, person)
  else if (roll < 92) await payOwed(year, person)
  else await giveBack(year, person)
  await shop.deliver(() => 1)
  await outcomeOf(shop, shop.workOff())
}

const timeZone = 'America/New_York'

const todayOf = ({ shop }: Year): Temporal.PlainDate =>
  shop.outside.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()

/** The same hour every day, so that a day of acts never runs past its midnight. */
const morningOf = (day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime({ timeZone, plainTime: '10:00' }).toInstant()

/** A day of somebody's acts, each looked at; then the night, and what the shop did by itself. */
const liveADay = async (year: Year, acts: number): Promise<void> => {
  const { shop, chance, people } = year
  for (let count = 0; count < acts; count += 1) {
    await act(year, chance.oneOf(people))
    await lookAround(year)
    shop.outside.moveTo(shop.outside.clock.now().add({ minutes: 1 + chance.below(20) }))
  }
  if (chance.happens(4)) await movePrices(year)
}

export interface LivedYear {
  readonly months: readonly string[]
  /** A sentence for each figure of the report that is not what others count. */
  readonly broken: readonly string[]
  readonly subscriptions: number
  readonly chargedCents: number
}

export interface AskedYear {
  readonly seed: number
  readonly months: number
  readonly people: number
  /** How many things somebody does on a day. */
  readonly actsADay: number
}

const liveMonths = async (year: Year, { months, actsADay }: AskedYear): Promise<LivedYear> => {
  const { shop, watch } = year
  const lived: string[] = []
  const broken: string[] = []
  while (lived.length < months) {
    const today = todayOf(year)
    const month = today.toPlainYearMonth().toString()
    const tomorrow = today.add({ days: 1 })
    await liveADay(year, actsADay)
    if (tomorrow.day === 1) {
      watch.turn()
      broken.push(...(await compareMonth(shop.world().database, watch, month, lived.length)))
      lived.push(month)
    }
    await shop.travelTo(morningOf(tomorrow))
    await lookAround(year)
  }
  const compared = await compareYear(shop.world().database, watch, lived)
  return {
    months: lived,
    ...compared,
    broken: [...broken, ...compared.broken, ...(await brokenAtRest(shop))],
  }
}

/** Months of a shop, each with the report of its end, and the report of all of them. The same for the same seed. */
export const liveAYear = async (database: LifeDatabase, asked: AskedYear): Promise<LivedYear> => {
  const chance = chanceFrom(asked.seed)
  const outside = openOutside(chance, Temporal.Instant.from('2031-01-01T15:00:00Z'))
  const shop = await openSimulatedShop(database, outside)
  try {
    const people = Array.from({ length: asked.people }, (_, number) => newPerson(chance, number))
    return await liveMonths({ shop, chance, people, watch: openWatch(), looked: new Map() }, asked)
  } finally {
    await shop.close()
    outside.close()
  }
}
