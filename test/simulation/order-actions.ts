import { sql } from 'kysely'
import {
  holdDeskOrder,
  previewDeskRefund,
  refundDeskOrder,
  releaseDeskOrder,
  shipDeskOrder,
} from '#desk/endpoints.ts'
import { reshipDeskOrder } from '#desk/follow-up-endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import type { SeededRandom } from '../support/random.ts'
import { callIn, packers, uuidOf, type Packing } from './packing.ts'
import { callAs, describeOutcome, type Outcome, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** What was done, and what staff read that is not so. */
export interface StaffAction {
  readonly log: string
  readonly broken: readonly string[]
}

/** A line of an order that somebody works on. */
interface ChosenLine {
  readonly number: string
  readonly position: number
  readonly quantity: number
}

const done = (): string => 'done'

/** A line of any order, by the order of their numbers, so that a seed chooses the same one again. */
const someLine = async ({ shop, random }: Packing, states: readonly string[]): Promise<ChosenLine | null> => {
  const { rows } = await sql<ChosenLine>`
    select o.number, l.position, l.quantity from "order" o join order_line l on l.order_id = o.id
    where o.state = any(${states}) order by o.number, l.position`.execute(shop.deps().database)
  return rows.length === 0 ? null : random.oneOf(rows)
}

const unitsOf = (random: SeededRandom, { position, quantity }: ChosenLine) => [
  { position, quantity: 1 + random.intBelow(quantity) },
]

/** One person, or now and then both at the same moment. */
export const byOneOrBoth = async <T>(
  packing: Packing,
  action: (own: Packing) => Promise<Outcome<T>>,
  percent = 40,
): Promise<readonly Outcome<T>[]> => {
  const staff = packing.random.isWithinPercent(percent) ? packers : [packing.staff]
  return Promise.all(staff.map((one) => action({ ...packing, staff: one })))
}

export const wordsOf = (outcomes: readonly Outcome<unknown>[]): string =>
  outcomes
    .map((one) => describeOutcome(one, done))
    .toSorted()
    .join(' and ')

/** How many units of a line refunds have given, and how many were bought. */
const refundedUnits = async (shop: SimulatedShop, { number, position }: ChosenLine): Promise<number> => {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(g.quantity), 0)::int as units from refund_line g join refund r on r.id = g.refund_id
    join "order" o on o.id = r.order_id
    where o.number = ${number} and g.kind = 'line' and g.position = ${position} and r.state <> 'refused'`.execute(
    shop.deps().database,
  )
  return rows[0]?.units ?? 0
}

/** Refunds units of a line, to the card or as credit; both people have seen the same preview. */
const refundsLine = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random } = packing
  const line = await someLine(packing, ['placed', 'shipped'])
  if (line === null) return { log: 'has nothing to refund', broken: [] }
  const wanted = { number: line.number, units: unitsOf(random, line), as_credit: random.isWithinPercent(30) }
  const what = `refunds a line of ${line.number}`
  const seen = await callIn(packing, previewDeskRefund, wanted)
  if (seen.kind !== 'answered') return { log: `${what}: ${describeOutcome(seen, done)}`, broken: [] }
  const { amount } = seen.answer
  const given = await byOneOrBoth(packing, (own) =>
    callIn(own, refundDeskOrder, {
      ...wanted,
      amount,
      reason: 'The lid was loose.',
      request_id: uuidOf(random),
    }),
  )
  const units = shop.isRunning() ? await refundedUnits(shop, line) : 0
  return {
    log: `${what}: ${wordsOf(given)}`,
    broken:
      units > line.quantity ? [`${units} of ${line.quantity} units of ${line.number} are refunded`] : [],
  }
}

/** Hands an order or a part of it to a carrier, now and then while a buyer withdraws. */
const ships = async (packing: Packing): Promise<StaffAction> => {
  const { shop, random, people } = packing
  const line = await someLine(packing, ['placed'])
  if (line === null) return { log: 'has nothing to ship', broken: [] }
  const { number } = line
  const units = random.isWithinPercent(40) ? unitsOf(random, line) : []
  const tracking = `1Z999AA2${String(random.intBelow(1_000_000_000)).padStart(10, '0')}`
  const buyer = random.oneOf(people)
  const withdrawal = random.isWithinPercent(40)
    ? [callAs(shop, buyer, withdraw, { number, email: buyer.email })]
    : []
  const [shipped, withdrawn] = await Promise.all([
    callIn(packing, shipDeskOrder, { number, carrier: 'ups', tracking, units }),
    ...withdrawal,
  ])
  const beside = withdrawn ? ` and ${describeOutcome(withdrawn, ({ kind }) => kind)}` : ''
  const canceled = withdrawn?.kind === 'answered' && withdrawn.answer.kind === 'cancel'
  return {
    log: `ships ${number}: ${describeOutcome(shipped, done)}${beside}`,
    broken: shipped.kind === 'answered' && canceled ? [`${number} was shipped and canceled at once`] : [],
  }
}

/** Sends units again; of two people at the same moment one does. */
const reships = async (packing: Packing): Promise<StaffAction> => {
  const line = await someLine(packing, ['shipped'])
  if (line === null) return { log: 'has nothing to send again', broken: [] }
  const { number } = line
  const units = unitsOf(packing.random, line)
  const sent = await byOneOrBoth(packing, (own) =>
    callIn(own, reshipDeskOrder, {
      number,
      units,
      reason: 'It never came.',
      request_id: uuidOf(packing.random),
    }),
  )
  const times = sent.filter(({ kind }) => kind === 'answered').length
  return {
    log: `sends ${number} again: ${wordsOf(sent)}`,
    broken: times > 1 ? [`${times} people read that ${number} is sent again`] : [],
  }
}

/** Holds an order that waits, or releases one. */
const holdsOrReleases = async (packing: Packing): Promise<StaffAction> => {
  const line = await someLine(packing, ['placed'])
  if (line === null) return { log: 'has nothing to hold', broken: [] }
  const { number } = line
  const [what, endpoint] = packing.random.isWithinPercent(50)
    ? (['holds the order', holdDeskOrder] as const)
    : (['releases the order', releaseDeskOrder] as const)
  const answers = await byOneOrBoth(packing, (own) =>
    callIn(own, endpoint, { number, reason: 'The address is asked for.' }),
  )
  return { log: `${what} ${number}: ${wordsOf(answers)}`, broken: [] }
}

const actions = [
  refundsLine,
  refundsLine,
  refundsLine,
  ships,
  ships,
  reships,
  reships,
  holdsOrReleases,
] as const

/** One of these actions, by one person of staff. */
export const oneActionOf =
  (choice: readonly ((packing: Packing) => Promise<StaffAction>)[]) =>
  async (shop: SimulatedShop, random: SeededRandom, people: readonly Person[]): Promise<StaffAction> => {
    const staff = random.oneOf(packers)
    const { log, broken } = await random.oneOf(choice)({ shop, random, staff, people })
    return { log: `${staff.email}: ${log}`, broken }
  }

/** One action of staff on one order. */
export const workOnOrder = oneActionOf(actions)
