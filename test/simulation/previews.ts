import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { parsePrice } from '#shared/money.ts'
import type { Subscription } from '#subscription/calls.ts'
import { brokenInvariants } from '../../src/app/invariants.ts'
import { readBooks } from '../support/card-pages.ts'
import { chanceFrom, type Chance } from '../support/chance.ts'
import { bringsCard, buys } from './acts.ts'
import { agree } from './agreeing.ts'
import { openOutside } from './outside.ts'
import { newPerson, subscriptionsOf, type Person } from './people.ts'
import { reprice, type Steerings } from './steerings.ts'
import type { LifeDatabase } from './mortal.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

/** What came of some members who steer and are charged. */
export interface PreviewStory {
  readonly told: readonly string[]
  readonly broken: readonly string[]
  readonly hash: string
  /** Sequences of actions whose next charge was looked at, and what happened on the way. */
  readonly counts: Readonly<Record<string, number>>
}

/** The order that somebody agreed to last. */
interface Agreed {
  readonly on: string
  readonly cents: number
}

interface Steerer {
  readonly person: Person
  customer: string
  agreed: Agreed | null
  /** The day a pause ends by itself; what comes then stands in the subscription. */
  pausedUntil: string | null
}

const today = (shop: SimulatedShop): string => dateIn(shop.outside.clock.now(), brand.timeZone).toString()

const subscriptionOf = async (shop: SimulatedShop, person: Person): Promise<Subscription> => {
  const [subscription] = (await subscriptionsOf(shop, person)) ?? []
  if (!subscription) throw new Error(`${person.email} has no subscription`)
  return subscription
}

/** Somebody new, with a subscription and now and then a second card. */
const arrive = async (lives: Steerings, number: number): Promise<Steerer> => {
  const { shop, chance } = lives
  const person = newPerson(chance, number)
  await buys(
    person,
    chance.oneOf(['syn-rf', 'syn-wk', 'vs-rf', 'syn-rf-3mo', 'pds-wk', 'syn-rf-6mo']),
    'approve',
  )(shop)
  if (chance.happens(40)) await bringsCard(person, 'mastercard')(shop)
  const [paid] = await lives.newCharges()
  if (!paid) throw new Error(`${person.email} has paid nothing`)
  return { person, customer: paid.customer, agreed: null, pausedUntil: null }
}

const remember = (steerer: Steerer, { upcoming_order: order, paused_until: until }: Subscription): void => {
  steerer.agreed = order && { on: order.on, cents: parsePrice(order.total) }
  steerer.pausedUntil = order ? null : until
}

/** Some actions one after the other; what was agreed to last is what the subscription then shows. */
const steerOnce = async (lives: Steerings, steerer: Steerer): Promise<void> => {
  const { shop, chance, broken } = lives
  const { person } = steerer
  let shown: string | null | undefined
  for (let actions = 1 + chance.below(4); actions > 0; actions -= 1) {
    const made = await agree(lives, person, await subscriptionOf(shop, person), steerer.customer)
    // Refused, another window may still have changed it: nothing was agreed to then.
    shown = made ? (made.subscription.upcoming_order?.total ?? null) : undefined
  }
  const left = await subscriptionOf(shop, person)
  const total = left.upcoming_order?.total ?? null
  if (shown !== undefined && total !== shown)
    broken.push(`${person.email} was shown ${shown} and then ${total}`)
  remember(steerer, left)
  if (chance.happens(30)) await reprice(lives)
}

/** Looks at what was charged when a day came: everybody's agreed sum once, nobody anything else. */
const settle = async (lives: Steerings, all: readonly Steerer[]): Promise<Steerer[]> => {
  const { shop, told, broken, count } = lives
  const day = today(shop)
  const charges = await lives.newCharges()
  const due = all.filter(({ agreed }) => agreed !== null && agreed.on <= day)
  for (const { person, customer, agreed } of all) {
    const mine = charges.filter((charge) => charge.customer === customer).map(({ cents }) => cents)
    const wanted = agreed !== null && agreed.on <= day && agreed.cents > 0 ? [agreed.cents] : []
    if (mine.join() !== wanted.join())
      broken.push(
        `${person.email} agreed to ${wanted.join() || 'nothing'} by ${day}, charged ${mine.join() || 'nothing'}`,
      )
  }
  for (const { person, agreed } of due) {
    told.push(`${day}: ${person.email} is charged ${agreed?.cents}`)
    count('sequences')
  }
  return due
}

const nextDay = ({ agreed, pausedUntil }: Steerer): string => agreed?.on ?? pausedUntil ?? ''

/** Goes to the next day on which somebody is charged or a pause ends. */
const untilSomebodyIsDue = async (lives: Steerings, all: readonly Steerer[]): Promise<Steerer[]> => {
  const { shop } = lives
  const day =
    all
      .map(nextDay)
      .filter((one) => one !== '')
      .toSorted()[0] ?? today(shop)
  await shop.travelTo(Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).toInstant())
  const due = await settle(lives, all)
  for (const steerer of all)
    if (steerer.agreed === null && steerer.pausedUntil !== null && steerer.pausedUntil <= day)
      remember(steerer, await subscriptionOf(shop, steerer.person))
  return due
}

const openSteerings = (shop: SimulatedShop, chance: Chance) => {
  const counts: Record<string, number> = { sequences: 0 }
  const seen = new Set<string>()
  const lives: Steerings = {
    shop,
    chance,
    told: [],
    broken: [],
    count: (what) => {
      counts[what] = (counts[what] ?? 0) + 1
    },
    newCharges: async () => {
      const taken = (await readBooks(shop.outside.books)).filter(({ state }) => state === 'succeeded')
      // Not by their place: charges of one moment stand in the books in any order.
      const fresh = taken.filter(({ key }) => !seen.has(key))
      for (const { key } of fresh) seen.add(key)
      return fresh.map(({ customer, cents }) => ({ customer: customer ?? '', cents }))
    },
  }
  return { lives, counts }
}

/** Members act until so many of their sequences have ended in a charge; whoever stays away makes room for another. */
const liveOn = async (
  lives: Steerings,
  counts: Readonly<Record<string, number>>,
  wanted: number,
): Promise<void> => {
  let people = 0
  const all: Steerer[] = []
  while ((counts['sequences'] ?? 0) < wanted && lives.broken.length === 0) {
    while (all.length < 3) {
      const steerer = await arrive(lives, (people += 1))
      await steerOnce(lives, steerer)
      all.push(steerer)
    }
    for (const steerer of await untilSomebodyIsDue(lives, all)) await steerOnce(lives, steerer)
    for (const steerer of all.filter((one) => nextDay(one) === '')) {
      for (let tries = 0; tries < 3 && nextDay(steerer) === ''; tries += 1) await steerOnce(lives, steerer)
      if (nextDay(steerer) === '') all.splice(all.indexOf(steerer), 1)
    }
  }
}

/**
 * Members of one shop look at changes, agree to them by the token of what they saw, and are charged: to the cent what
 * they saw last. Prices change and other windows act in between; then the shop says 409 and shows the new sum.
 */
export const livePreviews = async (
  database: LifeDatabase,
  seed: number,
  wanted: number,
): Promise<PreviewStory> => {
  const chance = chanceFrom(seed + 1_000_000)
  const outside = openOutside(chance, opening)
  const shop = await openSimulatedShop(database, outside)
  const { lives, counts } = openSteerings(shop, chance)
  const { told, broken } = lives
  try {
    await liveOn(lives, counts, wanted)
    broken.push(...(await brokenInvariants(shop.world().database)))
    return { told, broken, counts, hash: createHash('sha256').update(told.join('\n')).digest('hex') }
  } catch (thrown) {
    throw new Error(`seed ${seed}:\n${told.join('\n')}`, { cause: thrown })
  } finally {
    await shop.close()
    outside.close()
  }
}
