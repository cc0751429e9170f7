import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { changePrice } from '#catalogue/server/plans.ts'
import { steps } from '#platform/steps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { chanceFrom, type Chance } from '../support/chance.ts'
import { giveOnce, recover } from './acts.ts'
import { giveOrClaim } from './gifts.ts'
import { networkFaults, openOutside } from './outside.ts'
import { buy, newPerson, outcomeOf, wordsOf, type Person } from './people.ts'
import type { LifeDatabase } from './mortal.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'
import { steer } from './steering.ts'
import { brokenAtRest } from './whole.ts'

const opening = Temporal.Instant.from('2031-01-06T15:00:00Z')

/** What happened in a life, and what may not have. */
export interface LifeStory {
  readonly told: readonly string[]
  readonly broken: readonly string[]
  /** Of everything told and of what is in the books at the end. */
  readonly hash: string
}

interface Living {
  readonly shop: SimulatedShop
  readonly chance: Chance
  readonly people: readonly Person[]
  readonly broken: string[]
}

const passTime = async ({ shop, chance }: Living): Promise<string> => {
  const hours = chance.happens(30) ? 1 + chance.below(23) : 24 * (1 + chance.below(45))
  const moment = shop.outside.clock.now().add({ hours })
  const passed = await outcomeOf(shop, shop.travelTo(moment))
  const words = wordsOf(
    passed,
    (stops) => `${stops.reduce((sum, { renewals }) => sum + renewals, 0)} renewals`,
  )
  // A shop that has ended does not stop the clock.
  shop.outside.moveTo(moment)
  return `${hours} hours pass: ${words}`
}

const raisePrice = async ({ shop, chance }: Living): Promise<string> => {
  const [code, cents] = [chance.oneOf(['syn-wk', 'syn-rf', 'vs-rf']), 3_000 + chance.below(4_000)]
  const changed = await outcomeOf(
    shop,
    inTransaction(shop.world(), (work) => changePrice(work, code, cents)),
  )
  return `${code} costs ${cents}: ${wordsOf(changed, () => 'done')}`
}

const giveCredit = async ({ shop, chance }: Living, person: Person): Promise<string> => {
  const cents = 1 + chance.below(9_000)
  const source = `life:${chance.below(1_000_000_000)}`
  const given = await outcomeOf(shop, giveOnce(shop, person, cents, source))
  return `${person.email} is given ${cents} of credit: ${wordsOf(given, (known) => (known ? 'done' : 'nobody'))}`
}

const armShop = ({ shop, chance }: Living): string => {
  if (chance.happens(25)) {
    shop.kill()
    return 'the shop is killed'
  }
  const [step, passes] = [chance.oneOf(steps), chance.below(3)]
  shop.endAt(step, passes)
  return `the shop will end at "${step}" after ${passes}`
}

const act = async (living: Living): Promise<string> => {
  const { shop, chance, people, broken } = living
  const person = chance.oneOf(people)
  const roll = chance.below(100)
  // Whoever has bought nothing has nothing to steer.
  const isNew = !shop.outside.mails.some(({ to }) => to === person.email)
  if (roll < (isNew ? 65 : 25)) return `${person.email} ${await buy(shop, chance, person)}`
  if (roll < 65) {
    const steered = await steer(shop, chance, person)
    broken.push(...steered.broken)
    return `${person.email} ${steered.told}`
  }
  if (roll < 72) return `${person.email} ${await giveOrClaim(shop, chance, person)}`
  if (roll < 86) return passTime(living)
  if (roll < 95) return armShop(living)
  return roll < 98 ? raisePrice(living) : giveCredit(living, person)
}

const live = async (living: Living, events: number, told: string[]): Promise<void> => {
  const { shop, chance } = living
  for (let event = 0; event < events; event += 1) {
    told.push(await act(living))
    if (shop.lives())
      await outcomeOf(
        shop,
        shop.deliver(() => chance.below(3)),
      )
    if (!shop.lives()) {
      // A buyer who came back before that would wait for the lost answer, in real time.
      await recover(shop)
      told.push('opened again')
    }
    shop.outside.moveTo(shop.outside.clock.now().add({ seconds: 1 + chance.below(600) }))
  }
}

/** The network is well again, nothing ends the shop any more, and two days pass. */
const comeToRest = async ({ shop }: Living): Promise<void> => {
  shop.outside.troubleBy(() => null)
  shop.endNever()
  await shop.deliver(() => 1)
  for (let day = 0; day < 2; day += 1) await shop.travelTo(shop.outside.clock.now().add({ hours: 24 }))
}

const booksOf = async (shop: SimulatedShop): Promise<string> => {
  const { rows } = await sql`select
      (select json_agg(o order by number) from (select number, total_cents, placed_at from "order") o) as orders,
      (select json_agg(c order by id) from (select id, idempotency_key, state from charge) c) as charges,
      (select json_agg(s order by id) from (select id, state, next_order_on, version from subscription) s) as held`
    .execute(shop.world().database) // prettier-ignore
  return JSON.stringify(rows)
}

/** One life of a shop, the same for the same seed, on a database that is as a new shop's. */
export const liveThrough = async (database: LifeDatabase, seed: number, events = 14): Promise<LifeStory> => {
  const chance = chanceFrom(seed)
  const outside = openOutside(chance, opening)
  const troubled = chance.below(30)
  const shop = await openSimulatedShop(database, outside)
  const told: string[] = []
  try {
    outside.troubleBy(() => (chance.happens(troubled) ? chance.oneOf(networkFaults) : null))
    const people = Array.from({ length: 2 + chance.below(3) }, (_, number) => newPerson(chance, number))
    const living = { shop, chance, people, broken: [] }
    await live(living, events, told)
    await comeToRest(living)
    const broken = [...living.broken, ...(await brokenAtRest(shop))]
    const hash = createHash('sha256')
      .update(told.join('\n'))
      .update(await booksOf(shop))
      .digest('hex')
    return { told, broken, hash }
  } catch (thrown) {
    throw new Error(`seed ${seed}:\n${told.join('\n')}`, { cause: thrown })
  } finally {
    await shop.close()
    outside.close()
  }
}
