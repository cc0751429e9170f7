import type { AppDeps } from '#platform/app-deps.ts'
import { cdnTag } from '#shared/page-facts.ts'
import type { PageFact } from '#shared/page-facts.ts'
import type { CdnPurge } from './edge-settings.ts'

const timeoutMs = 10_000

/**
 * Has the CDN forget every page that shows facts of this kind. Throws when it does not say that it did: the job is tried
 * again. Nothing without a CDN.
 */
export const purgeCdn = async (
  { outgoing }: Pick<AppDeps, 'outgoing'>,
  purge: CdnPurge | null,
  fact: PageFact,
): Promise<void> => {
  if (purge === null) return
  const { url, token } = purge
  const { status } = await outgoing.request({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'surrogate-key': cdnTag(fact),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ tags: [cdnTag(fact)] }),
    timeoutMs,
  })
  if (status >= 300) throw new Error(`the CDN answered ${status} to a purge`)
}
