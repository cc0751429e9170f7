import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { StoredGift } from './gift-store.ts'

/** Addresses under which one gift is claimed, without a session. They hold a signature and no secret of ours. */
interface ClaimLinks {
  readonly urlOf: (gift: Pick<StoredGift, 'id' | 'linkVersion'>) => string
  /** The gift that a token names and the version of its link; null for one that is not ours. */
  readonly read: (token: string) => { readonly id: string; readonly linkVersion: number } | null
}

export const createClaimLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): ClaimLinks => {
  const signer = createTokenSigner(secret, 'gift claim')
  return {
    urlOf: ({ id, linkVersion }) => `${publicUrl}/gift/claim/${signer.sign(`${id} ${linkVersion}`)}`,
    read: (token) => {
      const [id, version] = signer.verify(token)?.split(' ') ?? []
      return id && version ? { id, linkVersion: Number(version) } : null
    },
  }
}
