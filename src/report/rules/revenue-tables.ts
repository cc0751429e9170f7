import { formatPrice, sumCents } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { movementKinds } from './recurring-revenue.ts'
import type { MovementKind, RevenueBridge } from './recurring-revenue.ts'
import { cell, change, number } from './desk-tables.ts'
import type { ReportTable, TableRow } from './desk-tables.ts'
import { monthName, monthsName } from './month.ts'
import { rowsHref } from './row-numbers.ts'
import { closingDefinition, movementDefinitions, openingDefinition } from './money-section.ts'

/** Some months of a report in one currency, the earliest first. */
export interface RevenuePeriod {
  readonly months: readonly string[]
  readonly bridges: readonly RevenueBridge[]
}

/** A step of recurring revenue: opening and closing begin at zero, each other one where the step before ends. */
export interface RevenueStep {
  readonly name: string
  readonly fromCents: number
  readonly toCents: number
}

const kindNames: Readonly<Record<MovementKind, string>> = {
  new: 'New',
  reactivation: 'Reactivated',
  expansion: 'Expansion',
  contraction: 'Contraction',
  churn: 'Churn',
}

/** The whole period as one bridge. */
const total = ({ bridges }: RevenuePeriod): RevenueBridge => {
  const sum = (kind: MovementKind) => ({
    subscriptions: bridges.reduce((all, { movements }) => all + movements[kind].subscriptions, 0),
    cents: sumCents(bridges.map(({ movements }) => movements[kind].cents)),
  })
  return {
    openingCents: bridges[0]?.openingCents ?? 0,
    movements: {
      new: sum('new'),
      reactivation: sum('reactivation'),
      expansion: sum('expansion'),
      contraction: sum('contraction'),
      churn: sum('churn'),
    },
    closingCents: bridges.at(-1)?.closingCents ?? 0,
  }
}

/** From opening to closing, as it is drawn. */
export const revenueSteps = (period: RevenuePeriod): readonly RevenueStep[] => {
  const { openingCents, movements, closingCents } = total(period)
  let level = openingCents
  const moves = movementKinds.map((kind) => {
    const fromCents = level
    level += movements[kind].cents
    return { name: kindNames[kind], fromCents, toCents: level }
  })
  return [
    { name: 'Opening', fromCents: 0, toCents: openingCents },
    ...moves,
    { name: 'Closing', fromCents: 0, toCents: closingCents },
  ]
}

const firstOf = ({ months }: RevenuePeriod): string => months[0] ?? ''
const lastOf = ({ months }: RevenuePeriod): string => months.at(-1) ?? ''

const monthBefore = (month: string): string =>
  Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString()

const levelRow = (
  name: 'Opening' | 'Closing',
  currency: Currency,
  now: RevenuePeriod,
  before: RevenuePeriod,
): TableRow => {
  const centsOf = (period: RevenuePeriod) =>
    name === 'Opening' ? total(period).openingCents : total(period).closingCents
  const hrefOf = (period: RevenuePeriod) =>
    rowsHref({
      number: 'revenue',
      to: name === 'Opening' ? monthBefore(firstOf(period)) : lastOf(period),
      currency,
    })
  return {
    name,
    definition: name === 'Opening' ? openingDefinition : closingDefinition,
    isTotal: true,
    cells: [
      cell(''),
      cell(formatPrice(centsOf(now), currency), hrefOf(now)),
      cell(formatPrice(centsOf(before), currency), hrefOf(before)),
      cell(change(centsOf(now) - centsOf(before), currency)),
    ],
  }
}

const movementRow = (
  kind: MovementKind,
  currency: Currency,
  now: RevenuePeriod,
  before: RevenuePeriod,
): TableRow => {
  const [own, earlier] = [total(now).movements[kind], total(before).movements[kind]]
  const hrefOf = (period: RevenuePeriod) =>
    rowsHref({ number: kind, from: firstOf(period), to: lastOf(period), currency })
  return {
    name: kindNames[kind],
    definition: movementDefinitions[kind],
    isTotal: false,
    cells: [
      cell(number(own.subscriptions), hrefOf(now)),
      cell(formatPrice(own.cents, currency), hrefOf(now)),
      cell(formatPrice(earlier.cents, currency), hrefOf(before)),
      cell(change(own.cents - earlier.cents, currency)),
    ],
  }
}

const monthRow = (kind: MovementKind, currency: Currency, { months, bridges }: RevenuePeriod): TableRow => ({
  name: kindNames[kind],
  definition: movementDefinitions[kind],
  isTotal: false,
  cells: bridges.map(({ movements }, at) => {
    const month = months[at] ?? ''
    return cell(
      formatPrice(movements[kind].cents, currency),
      rowsHref({ number: kind, from: month, to: month, currency }),
    )
  }),
})

const monthTable = (currency: Currency, now: RevenuePeriod): ReportTable => {
  const level = (name: string, definition: string, centsOf: (bridge: RevenueBridge) => number): TableRow => ({
    name,
    definition,
    isTotal: true,
    cells: now.bridges.map((bridge) => cell(formatPrice(centsOf(bridge), currency))),
  })
  return {
    title: 'Month by month',
    note: '',
    columns: now.months.map(monthName),
    rows: [
      level('Opening', openingDefinition, ({ openingCents }) => openingCents),
      ...movementKinds.map((kind) => monthRow(kind, currency, now)),
      level('Closing', closingDefinition, ({ closingCents }) => closingCents),
    ],
  }
}

/** From opening to closing beside the period before, and month by month. */
export const revenueTables = (
  currency: Currency,
  now: RevenuePeriod,
  before: RevenuePeriod,
): readonly ReportTable[] => [
  {
    title: 'From opening to closing, to the cent',
    note: 'Paused subscriptions bring nothing; discounts, shipping and tax are not in it.',
    columns: [
      'Subscriptions',
      monthsName(firstOf(now), lastOf(now)),
      monthsName(firstOf(before), lastOf(before)),
      'Difference',
    ],
    rows: [
      levelRow('Opening', currency, now, before),
      ...movementKinds.map((kind) => movementRow(kind, currency, now, before)),
      levelRow('Closing', currency, now, before),
    ],
  },
  monthTable(currency, now),
]
