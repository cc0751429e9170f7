import { z } from 'zod'
import { sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

const After = z.object({ cents: z.number().int() })

interface Entry {
  readonly staffId: string | null
  readonly after: string
}

/** Actions whose entry has the cents that were refunded. */
export const refundingActions = ['order.refunded', 'return.received', 'withdrawal.received'] as const

/** What a person refunded of an order, by all entries of `refundingActs` about it in the audit log; in cents. */
export const earlierRefunds = (entries: readonly Entry[], staffId: string): Cents =>
  sumCents(
    entries
      .filter((entry) => entry.staffId === staffId)
      .map(({ after }) => After.parse(JSON.parse(after)).cents),
  )
