import { sql } from 'kysely'
import { shipDeskOrder } from '#desk/endpoints.ts'
import { shipmentsCommand } from '#order/commands/shipment-commands.ts'
import { callIn, type Packing } from './packing.ts'
import { buy, describeOutcome, outcomeOf, type Outcome, type Person } from './people.ts'

/** Rows of the shop's database, in an order that a seed finds again; none once the shop has ended. */
export const rowsOf = async <T>({ shop }: Pick<Packing, 'shop'>, query: string): Promise<readonly T[]> => {
  if (!shop.isRunning()) return []
  return (await sql<T>`${sql.raw(query)}`.execute(shop.deps().database)).rows
}

export const answersIn = (outcomes: readonly Outcome<unknown>[]): number =>
  outcomes.filter(({ kind }) => kind === 'answered').length

interface Lookup {
  readonly number: string
  readonly email: string
}

/** What somebody bought, and what was said of it; null where nothing was. */
interface Sale {
  readonly said: string
  readonly order: Lookup | null
}

/** Somebody buys one of these plans with this card. */
export const sells = async (
  packing: Packing,
  person: Person,
  { plans, card }: { readonly plans: readonly string[]; readonly card: string },
): Promise<Sale> => {
  const { shop, random } = packing
  const before = await rowsOf<Lookup>(packing, 'select number, email from "order"')
  const bought = await buy(shop, random, { ...person, plans, cards: [card] })
  const said = bought.split(':').at(-1)?.trim() ?? ''
  const after = await rowsOf<Lookup>(packing, 'select number, email from "order" order by placed_at, number')
  return { said, order: after.findLast(({ number }) => before.every((one) => one.number !== number)) ?? null }
}

/** An order is bought and shipped, and arrives or is lost; a large one by default. */
export const arrives = async (
  packing: Packing,
  person: Person,
  event: 'delivered' | 'lost',
  plan = 'syn-rf-6mo',
): Promise<Sale> => {
  const { shop, random } = packing
  const { said, order } = await sells(packing, person, { plans: [plan], card: 'approve' })
  if (order === null) return { said, order }
  const tracking = `1Z999AA3${String(random.intBelow(1_000_000_000)).padStart(10, '0')}`
  const shipped = await callIn(packing, shipDeskOrder, { number: order.number, carrier: 'ups', tracking })
  if (shipped.kind !== 'answered')
    return { said: `${said}, not shipped: ${describeOutcome(shipped, () => 'done')}`, order: null }
  const moved = await outcomeOf(shop, shop.runCommand(shipmentsCommand, ['event', tracking, event]))
  return { said: `${said}, ${event}`, order: moved.kind === 'answered' ? order : null }
}
