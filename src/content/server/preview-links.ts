import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'

/** Links to pages that are not published yet; whoever has one may read that page and no other. */
export interface PreviewLinks {
  readonly urlOf: (slug: string) => string
  /** Whether the key of a link was made for this page. */
  readonly opens: (key: string | undefined, slug: string) => boolean
}

export const createPreviewLinks = ({
  secret,
  publicUrl,
}: Pick<World, 'secret' | 'publicUrl'>): PreviewLinks => {
  const seal = createSeal(secret, 'content preview')
  return {
    urlOf: (slug) => `${publicUrl}/preview?key=${seal.close(slug)}&page=${encodeURIComponent(slug)}`,
    opens: (key, slug) => key !== undefined && seal.open(key) === slug,
  }
}
