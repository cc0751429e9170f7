import { z } from 'zod'
import { problemKinds, problemStates } from '#return/rules/problem-offer.ts'

/** The report of a problem in one line. */
export const ReportedProblem = z.object({
  number: z.string(),
  kind: z.enum(problemKinds),
  state: z.enum(problemStates),
  reported_at: z.string(),
})
