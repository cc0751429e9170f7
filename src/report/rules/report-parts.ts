/** The parts of the desk's report, in reading order. */
export const reportParts = ['revenue', 'orders', 'cohorts', 'declined', 'buying', 'coupons', 'stock'] as const

export type ReportPart = (typeof reportParts)[number]

const titles: Readonly<Record<ReportPart, string>> = {
  revenue: 'Recurring revenue',
  orders: 'Orders and refunds',
  cohorts: 'Cohorts',
  declined: 'Declined renewals',
  buying: 'Buying',
  coupons: 'Coupons',
  stock: 'Stock forecast',
}

export const partTitle = (part: ReportPart): string => titles[part]
