import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

const monthFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
})
const monthIn = (at: string): string => monthFormat.format(new Date(at))

interface Status {
  readonly subscription_id: string
  readonly at: string
  readonly state: string
  readonly quantity: number
  readonly unit_price_cents: number
  readonly interval_months: number
}

const worth = ({ state, quantity, unit_price_cents: price, interval_months: months }: Status): number =>
  state === 'active' ? Math.round((price * quantity) / months) : 0

const kindOf = (before: Status | undefined, after: Status): string | null => {
  if (before === undefined) return 'New'
  const [was, is] = [before, after].map(({ state }) => state === 'active' || state === 'paused')
  if (was && !is) return 'Churn'
  if (!was && is) return 'Reactivated'
  if (worth(after) === worth(before)) return null
  return worth(after) > worth(before) ? 'Expansion' : 'Contraction'
}

/** What raw rows say of recurring revenue, counted here and nowhere else: shares no code with the report. */
export const rawMovements = async (db: Kysely<Database>) => {
  const { rows } =
    await sql<Status>`select subscription_id, at::text, state, quantity, unit_price_cents, interval_months
    from subscription_status order by subscription_id, version`.execute(db)
  const moved: { month: string; kind: string; cents: number }[] = []
  for (const history of Map.groupBy(rows, (row) => row.subscription_id).values()) {
    const moments = history.filter((row, at) => history[at + 1]?.at !== row.at)
    for (const [at, status] of moments.entries()) {
      const before = moments[at - 1]
      const kind = kindOf(before, status)
      const cents = worth(status) - (before ? worth(before) : 0)
      if (kind !== null) moved.push({ month: monthIn(status.at), kind, cents })
    }
  }
  return moved
}
