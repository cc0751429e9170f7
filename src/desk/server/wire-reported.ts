import type { Problem } from '#return/server/problems.ts'

/** A report in one line, as its own page and those of its order and its member show it. */
export const wireReported = ({
  number,
  kind,
  state,
  reportedAt,
}: Pick<Problem, 'number' | 'kind' | 'state' | 'reportedAt'>) => ({
  number,
  kind,
  state,
  reported_at: reportedAt.toString(),
})
