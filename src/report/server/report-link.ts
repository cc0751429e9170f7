import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'

/** The address of the report for those who have it, until a moment. It holds a signature and no secret. */
export interface ReportLink {
  readonly url: (until: Temporal.Instant) => string
  readonly isOpen: (token: string, now: Temporal.Instant) => boolean
}

export const createReportLink = ({ secret, publicUrl }: Pick<World, 'secret' | 'publicUrl'>): ReportLink => {
  const seal = createSeal(secret, 'report')
  return {
    url: (until) => `${publicUrl}/report?token=${seal.close(String(until.epochMilliseconds))}`,
    isOpen: (token, now) => Number(seal.open(token)) > now.epochMilliseconds,
  }
}
