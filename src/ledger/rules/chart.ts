/** The chart of accounts; the table `ledger_account` holds the same, with names for people. */
export const accounts = [
  'receivable',
  'owed-deliveries',
  'tax-payable',
  'member-credit',
  'revenue',
  'shipping',
  'discounts',
  'refunds',
  'credit-given',
] as const

export type LedgerAccount = (typeof accounts)[number]
