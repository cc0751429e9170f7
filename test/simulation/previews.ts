import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { parsePrice } from '#shared/money.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { invariantViolations } from '../../src/app/invariants.ts'
import { readProcessorRecords } from '../support/card-pages.ts'
import { seededRandom, type SeededRandom } from '../support/random.ts'
import { bringsCard, buys } from './actions.ts'
import { agree } from './preview-agreement.ts'
import { openOutside } from './outside.ts'
import { newPerson, subscriptionsOf, type Person } from './people.ts'
import { reprice, type ChangeSimulation } from './change-simulation.ts'
import type { SimulationDatabase } from './crashable.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

/** The results of some members who change their subscriptions and are charged. */
export interface PreviewReport {
  readonly log: readonly string[]
  readonly broken: readonly string[]
  readonly hash: string
  /** Sequences of actions whose next charge was looked at, and what happened on the way. */
  readonly counts: Readonly<Record<string, number>>
}

/** The order that somebody agreed to last. */
interface ExpectedCharge {
  readonly on: string
  readonly cents: number
}

interface SimulatedMember {
  readonly person: Person
  customer: string
  expected: ExpectedCharge | null
  /** The day on which a pause ends automatically; what comes then is in the subscription. */
  pausedUntil: string | null
}

const today = (shop: SimulatedShop): string => dateIn(shop.outside.clock.now(), brand.timeZone).toString()

const subscriptionOf = async (shop: SimulatedShop, person: Person): Promise<Subscription> => {
  const [subscription] = (await subscriptionsOf(shop, person)) ?? []
  if (!subscription) throw new Error(`${person.email} has no subscription`)
  return subscription
}

/** Somebody new, with a subscription and now and then a second card. */
const arrive = async (simulation: ChangeSimulation, number: number): Promise<SimulatedMember> => {
  const { shop, random } = simulation
  const person = newPerson(random, number)
  await buys(
    person,
    random.oneOf(['syn-rf', 'syn-wk', 'vs-rf', 'syn-rf-3mo', 'pds-wk', 'syn-rf-6mo']),
    'approve',
  )(shop)
  if (random.isWithinPercent(40)) await bringsCard(person, 'mastercard')(shop)
  const [paid] = await simulation.newCharges()
  if (!paid) throw new Error(`${person.email} has paid nothing`)
  return { person, customer: paid.customer, expected: null, pausedUntil: null }
}

const remember = (
  member: SimulatedMember,
  { upcoming_order: order, paused_until: until }: Subscription,
): void => {
  member.expected = order && { on: order.on, cents: parsePrice(order.total, order.currency) }
  member.pausedUntil = order ? null : until
}

/** Some actions one after the other; what was agreed to last is what the subscription then shows. */
const changeOnce = async (simulation: ChangeSimulation, member: SimulatedMember): Promise<void> => {
  const { shop, random, broken } = simulation
  const { person } = member
  let shown: string | null | undefined
  for (let actions = 1 + random.intBelow(4); actions > 0; actions -= 1) {
    const made = await agree(simulation, person, await subscriptionOf(shop, person), member.customer)
    // Refused, another window may still have changed it: nothing was agreed to then.
    shown = made ? (made.subscription.upcoming_order?.total ?? null) : undefined
  }
  const left = await subscriptionOf(shop, person)
  const total = left.upcoming_order?.total ?? null
  if (shown !== undefined && total !== shown)
    broken.push(`${person.email} was shown ${shown} and then ${total}`)
  remember(member, left)
  if (random.isWithinPercent(30)) await reprice(simulation)
}

/** Looks at what was charged when a day came: everybody's agreed sum once, nobody anything else. */
const settle = async (
  simulation: ChangeSimulation,
  all: readonly SimulatedMember[],
): Promise<SimulatedMember[]> => {
  const { shop, log, broken, count } = simulation
  const day = today(shop)
  const charges = await simulation.newCharges()
  const due = all.filter(({ expected }) => expected !== null && expected.on <= day)
  for (const { person, customer, expected } of all) {
    const mine = charges.filter((charge) => charge.customer === customer).map(({ cents }) => cents)
    const expectedCents =
      expected !== null && expected.on <= day && expected.cents > 0 ? [expected.cents] : []
    if (mine.join() !== expectedCents.join())
      broken.push(
        `${person.email} agreed to ${expectedCents.join() || 'nothing'} by ${day}, charged ${mine.join() || 'nothing'}`,
      )
  }
  for (const { person, expected } of due) {
    log.push(`${day}: ${person.email} is charged ${expected?.cents}`)
    count('sequences')
  }
  return due
}

const nextDay = ({ expected, pausedUntil }: SimulatedMember): string => expected?.on ?? pausedUntil ?? ''

/** Goes to the next day on which somebody is charged or a pause ends. */
const advanceToNextDue = async (
  simulation: ChangeSimulation,
  all: readonly SimulatedMember[],
): Promise<SimulatedMember[]> => {
  const { shop } = simulation
  const day =
    all
      .map(nextDay)
      .filter((one) => one !== '')
      .toSorted()[0] ?? today(shop)
  await shop.travelTo(Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).toInstant())
  const due = await settle(simulation, all)
  for (const member of all)
    if (member.expected === null && member.pausedUntil !== null && member.pausedUntil <= day)
      remember(member, await subscriptionOf(shop, member.person))
  return due
}

const openChangeSimulation = (shop: SimulatedShop, random: SeededRandom) => {
  const counts: Record<string, number> = { sequences: 0 }
  const seen = new Set<string>()
  const simulation: ChangeSimulation = {
    shop,
    random,
    log: [],
    broken: [],
    count: (what) => {
      counts[what] = (counts[what] ?? 0) + 1
    },
    newCharges: async () => {
      const taken = (await readProcessorRecords(shop.outside.records)).filter(
        ({ state }) => state === 'succeeded',
      )
      // Not by their position: charges of one moment are recorded in any order.
      const fresh = taken.filter(({ key }) => !seen.has(key))
      for (const { key } of fresh) seen.add(key)
      return fresh.map(({ customer, cents }) => ({ customer: customer ?? '', cents }))
    },
  }
  return { simulation, counts }
}

/** Members act until so many of their sequences have ended in a charge; an idle one is replaced by another. */
const continueSimulation = async (
  simulation: ChangeSimulation,
  counts: Readonly<Record<string, number>>,
  expectedCents: number,
): Promise<void> => {
  let people = 0
  const all: SimulatedMember[] = []
  while ((counts['sequences'] ?? 0) < expectedCents && simulation.broken.length === 0) {
    while (all.length < 3) {
      const member = await arrive(simulation, (people += 1))
      await changeOnce(simulation, member)
      all.push(member)
    }
    for (const member of await advanceToNextDue(simulation, all)) await changeOnce(simulation, member)
    for (const member of all.filter((one) => nextDay(one) === '')) {
      for (let tries = 0; tries < 3 && nextDay(member) === ''; tries += 1)
        await changeOnce(simulation, member)
      if (nextDay(member) === '') all.splice(all.indexOf(member), 1)
    }
  }
}

/**
 * Members of one shop preview changes, agree to them by the token of what they saw, and are charged: to the cent what
 * they saw last. Prices change and other windows act in between; then the shop returns 409 and shows the new total.
 */
export const simulatePreviews = async (
  database: SimulationDatabase,
  seed: number,
  expectedCents: number,
): Promise<PreviewReport> => {
  const random = seededRandom(seed + 1_000_000)
  const outside = openOutside(random, opening, null, 'SILENT')
  const shop = await openSimulatedShop(database, outside)
  const { simulation, counts } = openChangeSimulation(shop, random)
  const { log, broken } = simulation
  try {
    await continueSimulation(simulation, counts, expectedCents)
    broken.push(...(await invariantViolations(shop.deps().database)))
    return { log, broken, counts, hash: createHash('sha256').update(log.join('\n')).digest('hex') }
  } catch (thrown) {
    throw new Error(`seed ${seed}:\n${log.join('\n')}`, { cause: thrown })
  } finally {
    await shop.close()
    outside.close()
  }
}
