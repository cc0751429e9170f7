import { z } from 'zod'
import { sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

const After = z.object({ cents: z.number().int() })

interface Entry {
  readonly staffId: string | null
  readonly act: string
  readonly after: string
}

/** What a person refunded of an order, by the entries of the audit log about it; in cents. */
export const earlierRefunds = (entries: readonly Entry[], staffId: string): Cents =>
  sumCents(
    entries
      .filter((entry) => entry.staffId === staffId && entry.act === 'order.refunded')
      .map(({ after }) => After.parse(JSON.parse(after)).cents),
  )
