import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'

/** Addresses under which one case takes a new card, without a session. They hold a signature and no secret of ours. */
export interface CardLinks {
  readonly urlOf: (caseId: string, validUntil: Temporal.Instant) => string
  /** The case that a token names; null for one that is not ours or has expired. */
  readonly read: (token: string, now: Temporal.Instant) => string | null
}

export const createCardLinks = ({ secret, publicUrl }: Pick<World, 'secret' | 'publicUrl'>): CardLinks => {
  const seal = createSeal(secret, 'subscription card')
  return {
    urlOf: (caseId, validUntil) =>
      `${publicUrl}/update-card/${seal.close(`${caseId} ${validUntil.epochMilliseconds}`)}`,
    read: (token, now) => {
      const [caseId, until] = seal.open(token)?.split(' ') ?? []
      return caseId && Number(until) > now.epochMilliseconds ? caseId : null
    },
  }
}

/** The address for a case as it is given today. */
export const cardUrl = (world: World, { link_days: days }: { readonly link_days: number }, caseId: string) =>
  createCardLinks(world).urlOf(caseId, world.clock.now().add({ hours: 24 * days }))
