import { wirePrice } from '#shared/money.ts'
import { sumMovements } from './report.ts'
import type { MonthCount, ReportFacts } from './report.ts'
import type { Section } from './section.ts'

const codesIn = ({ couponUses, ledger }: MonthCount): string[] => [
  ...couponUses.map(({ code }) => code),
  ...ledger.filter(({ account }) => account === 'discounts').map(({ detail }) => detail),
]

const usageText = (month: MonthCount, code: string): string => {
  const uses = month.couponUses.find((one) => one.code === code)?.uses ?? 0
  return `${uses}, ${wirePrice(sumMovements(month, 'discounts', { detail: code }))}`
}

/** Each code that was used or took something off, month by month. */
export const couponSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Codes',
  columns: months,
  rows: [...new Set(counts.flatMap(codesIn))].toSorted().map((code) => ({
    name: code,
    definition:
      'orders and subscriptions that the code was entered for in the month, and what it took off parcels that left in it, ' +
      'in USD; a code that lasts goes on taking off.',
    values: counts.map((month) => usageText(month, code)),
  })),
})
