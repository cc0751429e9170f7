import type { Kysely } from 'kysely'
import { z } from 'zod'
import { problemKinds, problemStates, problemWishes } from '#return/rules/problem-offer.ts'
import type { ProblemState } from '#return/rules/problem-offer.ts'
import type { Database } from '#platform/schema.ts'
import type { MomentPlace } from '../rules/finance-filter.ts'

const Row = z.object({
  id: z.string(),
  number: z.string(),
  order_number: z.string(),
  person: z.string().nullable(),
  kind: z.enum(problemKinds),
  wish: z.enum(problemWishes),
  state: z.enum(problemStates),
  reported_at: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number() })).nullable(),
  photos: z.number(),
})

export type StoredDeskProblem = z.output<typeof Row>

/** One more than a page of the reports in a state: those that wait the oldest first, the others the newest first. */
export const selectDeskProblems = async (
  db: Kysely<Database>,
  { state, after }: { readonly state: ProblemState; readonly after: MomentPlace | undefined },
  limit: number,
): Promise<readonly StoredDeskProblem[]> => {
  const [order, beyond] = state === 'open' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  let query = db.selectFrom('desk_problem').selectAll().where('state', '=', state)
  if (after !== undefined)
    query = query.where((where) =>
      where(where.refTuple('reported_at', 'id'), beyond, where.tuple(after.at, after.id)),
    )
  const rows = await query
    .orderBy('reported_at', order)
    .orderBy('id', order)
    .limit(limit + 1)
    .execute()
  return rows.map((row) => Row.parse(row))
}
