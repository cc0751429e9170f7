import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'

/** The case that a link names, and when the link was given out. */
interface NamedCase {
  readonly caseId: string
  readonly issuedAt: Temporal.Instant
}

/** Addresses under which one case takes a new card, without a session. They hold a signature and no secret of ours. */
export interface CardLinks {
  readonly urlOf: (caseId: string, issuedAt: Temporal.Instant, validUntil: Temporal.Instant) => string
  /** The case that a token names; null for one that is not ours or has expired. */
  readonly read: (token: string, now: Temporal.Instant) => NamedCase | null
}

export const createCardLinks = ({ secret, publicUrl }: Pick<World, 'secret' | 'publicUrl'>): CardLinks => {
  const seal = createSeal(secret, 'subscription card')
  return {
    urlOf: (caseId, issuedAt, validUntil) =>
      `${publicUrl}/update-card/${seal.close(`${caseId} ${validUntil.epochMilliseconds} ${issuedAt.epochMilliseconds}`)}`,
    read: (token, now) => {
      // Links from before the moment was kept count as the oldest of all.
      const [caseId, until, issued = '0'] = seal.open(token)?.split(' ') ?? []
      if (!caseId || !(Number(until) > now.epochMilliseconds)) return null
      return { caseId, issuedAt: Temporal.Instant.fromEpochMilliseconds(Number(issued)) }
    },
  }
}

/** The address for a case as it is given today. */
export const cardUrl = (
  world: World,
  { link_days: days }: { readonly link_days: number },
  caseId: string,
) => {
  const now = world.clock.now()
  return createCardLinks(world).urlOf(caseId, now, now.add({ hours: 24 * days }))
}
