import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'

/** The case that a link names, and when the link was issued. */
interface LinkedCase {
  readonly caseId: string
  readonly issuedAt: Temporal.Instant
}

/**
 * Links with which one case takes a new card, without a session. They contain a signature and no secret of the shop.
 */
export interface CardLinks {
  readonly urlOf: (caseId: string, issuedAt: Temporal.Instant, validUntil: Temporal.Instant) => string
  /** The case of a token; null for one that is invalid or expired. */
  readonly read: (token: string, now: Temporal.Instant) => LinkedCase | null
}

export const createCardLinks = ({ secret, publicUrl }: Pick<AppDeps, 'secret' | 'publicUrl'>): CardLinks => {
  const signer = createTokenSigner(secret, 'subscription card')
  return {
    urlOf: (caseId, issuedAt, validUntil) =>
      `${publicUrl}/update-card/${signer.sign(`${caseId} ${validUntil.epochMilliseconds} ${issuedAt.epochMilliseconds}`)}`,
    read: (token, now) => {
      // Links from before the time was part of them count as the oldest.
      const [caseId, until, issued = '0'] = signer.verify(token)?.split(' ') ?? []
      if (!caseId || !(Number(until) > now.epochMilliseconds)) return null
      return { caseId, issuedAt: Temporal.Instant.fromEpochMilliseconds(Number(issued)) }
    },
  }
}

/** The address for a case as it is given today. */
export const cardUrl = (
  deps: AppDeps,
  { link_days: days }: { readonly link_days: number },
  caseId: string,
) => {
  const now = deps.clock.now()
  return createCardLinks(deps).urlOf(caseId, now, now.add({ hours: 24 * days }))
}
