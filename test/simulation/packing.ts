import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import {
  buyDeskBatchLabels,
  closeDeskBatch,
  makeDeskBatch,
  releaseDeskShipment,
  takeDeskBatch,
  viewDeskBatch,
} from '#desk/batch-endpoints.ts'
import type { BatchRow } from '#desk/batch-endpoints.ts'
import { holdDeskOrder, packDeskOrder, releaseDeskOrder } from '#desk/endpoints.ts'
import { exportDeskFulfillment } from '#desk/fulfillment-endpoints.ts'
import { applyDeskTracking, uploadDeskTracking, viewDeskTracking } from '#desk/tracking-endpoints.ts'
import type { Staff } from '#platform/request-context.ts'
import type { Database } from '#platform/schema.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import type { StaffRole } from '#shared/staff.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import type { SeededRandom } from '../support/random.ts'
import { callAs, describeOutcome, outcomeOf, type Outcome, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

const colleague = (id: string, name: string, role: StaffRole): Staff => ({
  kind: 'staff',
  staffId: `00000000-0000-4000-8000-00000000000${id}`,
  sessionId: `00000000-0000-4000-8000-0000000000a${id}`,
  name,
  email: `${name.toLowerCase()}@loam.example`,
  role,
})

/** Who packs in the simulated shop. */
export const packers = [colleague('1', 'Dario', 'operations'), colleague('2', 'Ines', 'operations')] as const

/** Who needs a second person: for a large refund, and for a change of the catalogue. */
export const support = colleague('3', 'Sam', 'support')
export const marketing = colleague('4', 'Mira', 'marketing')

/** The token in the cookie of the desk. */
export const deskTokenOf = ({ sessionId }: Staff): string =>
  createHash('sha256').update(sessionId).digest('base64url')

/** Has the shop know who works in it. */
export const hirePackers = async (db: Kysely<Database>, now: Temporal.Instant): Promise<void> => {
  const [start, end] = [now.toString(), now.add({ hours: 24 * 365 }).toString()]
  for (const one of [...packers, support, marketing]) {
    const { staffId, sessionId, name, email, role } = one
    await db
      .insertInto('staff')
      .values({ id: staffId, email, name, role, invited_at: start, joined_at: start })
      .execute()
    await db
      .insertInto('staff_session')
      .values({
        id: sessionId,
        staff_id: staffId,
        token_hash: createHash('sha256').update(deskTokenOf(one)).digest(),
        user_agent: '',
        started_at: start,
        last_seen_at: start,
        expires_at: end,
      })
      .execute()
  }
}

export interface Packing {
  readonly shop: SimulatedShop
  /** Its own, so that what members do stays what it is. */
  readonly random: SeededRandom
  readonly staff: Staff
  readonly people: readonly Person[]
}

/** Everything that was ordered is due by then. */
const until = '2099-01-01'

export const callIn = <C extends Endpoint>(
  { shop, staff }: Pick<Packing, 'shop' | 'staff'>,
  endpoint: C,
  payload: PayloadInput<C>,
): Promise<Outcome<ReplyOf<C>>> => outcomeOf(shop, shop.callBy(staff, endpoint, payload))

/** Uses the passkey once more, for exactly this. */
export const confirmAs = async (shop: SimulatedShop, { sessionId }: Staff, action: string): Promise<void> => {
  const expiresAt = shop.outside.clock.now().add({ hours: 1 }).toString()
  if (!shop.isRunning()) return
  const confirmed = shop
    .deps()
    .database.insertInto('staff_step_up')
    .values({ session_id: sessionId, act: action, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
  // A colleague's request at the same moment may end the shop.
  await outcomeOf(shop, confirmed.execute())
}

const done = (): string => 'done'

export const uuidOf = (random: SeededRandom): string => {
  const digits = Buffer.from(random.bytes(16)).toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** The number of a batch: an open one, and now and then any. */
const batchNumber = async ({ shop, random }: Packing): Promise<number | null> => {
  const { rows } = await sql<{ number: number; isOpen: boolean }>`
    select number, closed_at is null as "isOpen" from desk_batch order by number`.execute(
    shop.deps().database,
  )
  const open = rows.filter(({ isOpen }) => isOpen)
  const numbers = open.length > 0 && random.isWithinPercent(85) ? open : rows
  return numbers.length === 0 ? null : random.oneOf(numbers).number
}

/** A batch, now and then by two people at once, or by one whose answer got lost. */
const makesBatch = async (packing: Packing): Promise<string> => {
  const { random } = packing
  const form = { request_id: uuidOf(random), until, size: 1 + random.intBelow(4) }
  const others = random.isWithinPercent(30)
    ? [callIn({ ...packing, staff: random.oneOf(packers) }, makeDeskBatch, form)]
    : random.isWithinPercent(30)
      ? [callIn({ ...packing, staff: packers[1] }, makeDeskBatch, { ...form, request_id: uuidOf(random) })]
      : []
  const answers = await Promise.all([callIn(packing, makeDeskBatch, form), ...others])
  return `makes a batch: ${answers.map((one) => describeOutcome(one, done)).join(' and ')}`
}

const inBatch = async (
  packing: Packing,
  action: (number: number, rows: readonly BatchRow[]) => Promise<string>,
): Promise<string> => {
  const number = await batchNumber(packing)
  if (number === null) return makesBatch(packing)
  const seen = await callIn(packing, viewDeskBatch, { number })
  return seen.kind === 'answered'
    ? action(number, seen.answer.rows)
    : `sees a batch: ${describeOutcome(seen, done)}`
}

/** Packs what comes next in a batch, now and then at the moment in which its buyer withdraws. */
const packs = (packing: Packing): Promise<string> =>
  inBatch(packing, async (_number, rows) => {
    const { shop, random, people } = packing
    const [next = rows[0]] = rows.filter(({ state }) => state === 'pending')
    if (!next) return 'packs nothing'
    const { order: number } = next
    const buyer = random.oneOf(people)
    const withdrawal = random.isWithinPercent(25)
      ? [callAs(shop, buyer, withdraw, { number, email: buyer.email })]
      : []
    const [packed, withdrawn] = await Promise.all([callIn(packing, packDeskOrder, { number }), ...withdrawal])
    const beside = withdrawn ? ` and ${describeOutcome(withdrawn, ({ kind }) => kind)}` : ''
    return `packs ${number}: ${describeOutcome(packed, done)}${beside}`
  })

/** Holds an order of a batch, packed or not, or ends its hold. */
const holds = (packing: Packing): Promise<string> =>
  inBatch(packing, async (_number, rows) => {
    const { random } = packing
    const held = rows.filter(({ state }) => state === 'on-hold')
    if (held.length > 0 && random.isWithinPercent(60)) {
      const { order: number } = random.oneOf(held)
      const released = await callIn(packing, releaseDeskOrder, { number, reason: 'The address is right.' })
      return `ends the hold of ${number}: ${describeOutcome(released, done)}`
    }
    if (rows.length === 0) return 'holds nothing'
    const { order: number } = random.oneOf(rows)
    const answer = await callIn(packing, holdDeskOrder, { number, reason: 'The address is asked for.' })
    return `holds ${number}: ${describeOutcome(answer, done)}`
  })

const putsBack = (packing: Packing): Promise<string> =>
  inBatch(packing, async (number, rows) => {
    if (rows.length === 0) return 'puts nothing back'
    const { shipment_id, order } = packing.random.oneOf(rows)
    const answer = await callIn(packing, releaseDeskShipment, { number, shipment_id })
    return `puts ${order} back: ${describeOutcome(answer, done)}`
  })

const takesOver = (packing: Packing): Promise<string> =>
  inBatch(packing, async (number) => {
    const answer = await callIn({ ...packing, staff: packers[1] }, takeDeskBatch, { number })
    return `takes over batch ${number}: ${describeOutcome(answer, done)}`
  })

const buysLabels = (packing: Packing): Promise<string> =>
  inBatch(packing, async (number) => {
    const answer = await callIn(packing, buyDeskBatchLabels, { number })
    return `buys the labels of batch ${number}: ${describeOutcome(answer, done)}`
  })

const closes = (packing: Packing): Promise<string> =>
  inBatch(packing, async (number) => {
    const answer = await callIn(packing, closeDeskBatch, { number })
    return `closes batch ${number}: ${describeOutcome(answer, done)}`
  })

/** Rows of a file about these orders, one of them twice and one of nobody's now and then. */
const fileOf = (random: SeededRandom, orders: readonly string[]): string => {
  const own = orders.map(
    (order) => `${order},UPS,1Z999AA1${String(random.intBelow(100_000_000)).padStart(10, '0')}`,
  )
  const again = own.length > 0 && random.isWithinPercent(30) ? [random.oneOf(own)] : []
  const wrong = random.isWithinPercent(30) ? ['L000000000,UPS,1Z999AA10000000000'] : []
  return ['order,carrier,tracking', ...own, ...again, ...wrong].join('\n')
}

/** Ships orders of a batch by a file; now and then two people start it at once, or it is what was exported. */
const imports = (packing: Packing): Promise<string> =>
  inBatch(packing, async (_number, rows) => {
    const { shop, random } = packing
    const exported = random.isWithinPercent(15)
      ? await callIn(packing, exportDeskFulfillment, { until })
      : null
    const csv =
      exported?.kind === 'answered' && 'csv' in exported.answer
        ? exported.answer.csv
        : fileOf(
            random,
            rows.filter(({ state }) => state !== 'released').map(({ order }) => order),
          )
    const file = Buffer.from(csv).toString('base64')
    const read = await callIn(packing, uploadDeskTracking, { file_name: 'carrier.csv', file })
    if (read.kind !== 'answered') return `imports tracking numbers: ${describeOutcome(read, done)}`
    const { id } = read.answer
    const times = random.isWithinPercent(30) ? 2 : 1
    const started = await Promise.all(
      Array.from({ length: times }, () => callIn(packing, applyDeskTracking, { id })),
    )
    await outcomeOf(shop, shop.runDueWork())
    const said = started.map((one) => describeOutcome(one, done)).join(' and ')
    if (!shop.isRunning()) return `imports tracking numbers: ${said}`
    const seen = await callIn(packing, viewDeskTracking, { id })
    const { state } = seen.kind === 'answered' ? seen.answer : { state: 'unknown' }
    return `imports tracking numbers, ${state}: ${said}`
  })

const actions = [makesBatch, makesBatch, packs, packs, packs, holds, holds, putsBack, takesOver, buysLabels, imports, imports, closes] // prettier-ignore

/** One action of who packs. */
export const packOn = async (
  shop: SimulatedShop,
  random: SeededRandom,
  people: readonly Person[],
): Promise<string> => {
  const staff = random.oneOf(packers)
  return `${staff.email}: ${await random.oneOf(actions)({ shop, random, staff, people })}`
}
