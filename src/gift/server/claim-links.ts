import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'
import type { StoredGift } from './gift-store.ts'

/** Addresses under which one gift is claimed, without a session. They hold a signature and no secret of ours. */
interface ClaimLinks {
  readonly urlOf: (gift: Pick<StoredGift, 'id' | 'linkVersion'>) => string
  /** The gift that a token names and the version of its link; null for one that is not ours. */
  readonly read: (token: string) => { readonly id: string; readonly linkVersion: number } | null
}

export const createClaimLinks = ({ secret, publicUrl }: Pick<World, 'secret' | 'publicUrl'>): ClaimLinks => {
  const seal = createSeal(secret, 'gift claim')
  return {
    urlOf: ({ id, linkVersion }) => `${publicUrl}/gift/claim/${seal.close(`${id} ${linkVersion}`)}`,
    read: (token) => {
      const [id, version] = seal.open(token)?.split(' ') ?? []
      return id && version ? { id, linkVersion: Number(version) } : null
    },
  }
}
