import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'

/** Links to pages that are not published yet; each link works for one page. */
export interface PreviewLinks {
  readonly urlOf: (slug: string) => string
  /** Whether the key of a link was made for this page. */
  readonly isValid: (key: string | undefined, slug: string) => boolean
}

export const createPreviewLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): PreviewLinks => {
  const signer = createTokenSigner(secret, 'content preview')
  return {
    urlOf: (slug) => `${publicUrl}/preview?key=${signer.sign(slug)}&page=${encodeURIComponent(slug)}`,
    isValid: (key, slug) => key !== undefined && signer.verify(key) === slug,
  }
}
