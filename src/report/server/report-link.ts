import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'

/** The address of the report for those who have it, until a moment. It holds a signature and no secret. */
export interface ReportLink {
  readonly url: (until: Temporal.Instant) => string
  readonly isValid: (token: string, now: Temporal.Instant) => boolean
}

export const createReportLink = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): ReportLink => {
  const signer = createTokenSigner(secret, 'report')
  return {
    url: (until) => `${publicUrl}/report?token=${signer.sign(String(until.epochMilliseconds))}`,
    isValid: (token, now) => Number(signer.verify(token)) > now.epochMilliseconds,
  }
}
