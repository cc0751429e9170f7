import { seesNames } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'

/** Orders of a file that is sent at once; a longer one is written by a job. */
export const mostSentAtOnce = 10_000

/** How long the link of a written file works. */
const linkHours = 24

interface ExportFacts {
  readonly finishedAt: Temporal.Instant | null
  readonly failure: string | null
}

type ExportState = 'running' | 'ready' | 'failed' | 'expired'

/** Until when the link works; null before there is a file. */
export const linkEnd = ({ finishedAt, failure }: ExportFacts): Temporal.Instant | null =>
  finishedAt === null || failure !== null ? null : finishedAt.add({ hours: linkHours })

export const exportState = (facts: ExportFacts, now: Temporal.Instant): ExportState => {
  if (facts.failure !== null) return 'failed'
  const end = linkEnd(facts)
  if (end === null) return 'running'
  return Temporal.Instant.compare(now, end) < 0 ? 'ready' : 'expired'
}

/** Whether a role may have a file: one with names only who sees names today. */
export const mayHaveFile = (role: StaffRole, hasNames: boolean): boolean => !hasNames || seesNames(role)
