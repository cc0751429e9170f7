import { z } from 'zod'
import { sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

const After = z.object({ cents: z.number().int() })

interface Entry {
  readonly staffId: string | null
  readonly act: string
  readonly after: string
}

/** Acts whose entry has the cents that were refunded. */
const refunding = ['order.refunded', 'return.received', 'withdrawal.received']

/** What a person refunded of an order, by the entries of the audit log about it; in cents. */
export const earlierRefunds = (entries: readonly Entry[], staffId: string): Cents =>
  sumCents(
    entries
      .filter((entry) => entry.staffId === staffId && refunding.includes(entry.act))
      .map(({ after }) => After.parse(JSON.parse(after)).cents),
  )
