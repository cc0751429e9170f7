import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { StoredGift } from './gift-store.ts'

/** Links with which one gift is claimed, without a session. They contain a signature and no secret of the shop. */
interface ClaimLinks {
  readonly urlOf: (gift: Pick<StoredGift, 'id' | 'linkVersion'>) => string
  /** The gift of a token and the version of its link; null for an invalid one. */
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
