import type { ShipmentRow } from '#shipment/rules/shipment-row.ts'

/** What the shop knows of an order that a row names. */
export interface ShippableOrder {
  readonly accountId: string
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly isHeld: boolean
  /** Whether a part of it waits to be handed over. */
  readonly hasWaiting: boolean
  /** Carrier and number of what was handed over. */
  readonly tracked: readonly (readonly [carrier: string | null, tracking: string])[]
}

/** Other buyers' packages, and what rows before hand over, by carrier and number. */
interface KnownPackages {
  /** The order and the buyer of a package that left lately. */
  readonly left: ReadonlyMap<string, readonly PackageOf[]>
  readonly earlier: ReadonlyMap<string, PackageOf>
}

export interface PackageOf {
  readonly order: string
  readonly accountId: string
}

export const packageKey = (carrier: string, tracking: string): string => `${carrier} ${tracking}`

/** What a row of a file would do now, with a sentence where it does nothing. */
export type ExpectedRow =
  | { readonly outcome: 'ships' | 'repeated' | 'empty' }
  | { readonly outcome: 'problem'; readonly problem: string }

const problem = (text: string): ExpectedRow => ({ outcome: 'problem', problem: text })

/** Orders of one buyer may be in one package (decision 287). */
const foreignPackage = (key: string, accountId: string, { left, earlier }: KnownPackages) =>
  [left.get(key) ?? [], earlier.get(key) ?? []].flat().find((one) => one.accountId !== accountId)

/**
 * What a row would do by what is known now; the order is looked at again, under its lock, when the row is carried out. `earlier`
 * are the orders that rows before it ship as a whole, `packages` those of which the number may not be another buyer's.
 */
export const expectedOf = (
  row: ShipmentRow,
  order: ShippableOrder | undefined,
  earlier: ReadonlySet<string>,
  packages: KnownPackages,
): ExpectedRow => {
  if (row.kind === 'wrong') return problem(row.problem)
  if (row.kind === 'empty') return { outcome: 'empty' }
  const { order: number, carrier, tracking, lines } = row.shipment
  if (order === undefined) return problem(`There is no order ${number}.`)
  if (order.tracked.some(([by, name]) => by === carrier && name === tracking)) return { outcome: 'repeated' }
  if (order.state === 'canceled') return problem(`Order ${number} is canceled.`)
  if (order.isHeld) return problem(`Order ${number} is on hold.`)
  if (!order.hasWaiting) return problem(`Nothing of order ${number} waits to be shipped.`)
  if (lines === null && earlier.has(number)) return problem(`A row before it ships all of order ${number}.`)
  const other = foreignPackage(packageKey(carrier, tracking), order.accountId, packages)
  if (other)
    return problem(`Order ${number}: ${tracking} is the package of order ${other.order}, of another buyer.`)
  return { outcome: 'ships' }
}
