import { resolve } from 'node:path'
import { z } from 'zod'
import { secretText, webAddress, wholeNumber } from '#platform/setting-types.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { cdnTag } from '#shared/page-facts.ts'
import type { PageFact } from '#shared/page-facts.ts'

/** What a shop needs that terminates TLS itself, and what one needs behind a CDN that keeps pages. */
export const edgeVariables = {
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  CDN_SECONDS: wholeNumber(0, 900).default(0),
  CDN_PURGE_URL: webAddress.optional(),
  CDN_PURGE_TOKEN: secretText.optional(),
}

type Values = z.output<z.ZodObject<typeof edgeVariables>>
type Refuse = (name: string, problem: string) => never

/** The files of certificate and key; null for a shop without TLS, or behind a proxy that terminates it. */
const tlsOf = (
  { TLS_CERT: cert, TLS_KEY: key }: Values,
  refuse: Refuse,
): { readonly cert: string; readonly key: string } | null => {
  if (cert === undefined && key === undefined) return null
  if (cert === undefined) return refuse('TLS_CERT', 'must be set with TLS_KEY')
  if (key === undefined) return refuse('TLS_KEY', 'must be set with TLS_CERT')
  return { cert: resolve(cert), key: resolve(key) }
}

/** Where a CDN takes calls that name what it must not keep any longer. */
export interface CdnPurge {
  readonly url: string
  readonly token: string | null
}

const purgeOf = (values: Values, refuse: Refuse): CdnPurge | null => {
  const { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token = null, CDN_SECONDS: seconds } = values
  if (url === undefined)
    return token === null ? null : refuse('CDN_PURGE_URL', 'must be set with CDN_PURGE_TOKEN')
  return seconds === 0 ? refuse('CDN_SECONDS', 'must be set with CDN_PURGE_URL') : { url, token }
}

/** `cdnSeconds`: how long a CDN may keep a visitor's page; 0 for not at all. */
export const edgeSettings = (
  values: Values & { readonly PORT: number; readonly PUBLIC_URL?: string | undefined },
  refuse: Refuse,
) => {
  const tls = tlsOf(values, refuse)
  return {
    tls,
    publicUrl: values.PUBLIC_URL ?? `${tls ? 'https' : 'http'}://localhost:${values.PORT}`,
    cdnSeconds: values.CDN_SECONDS,
    cdnPurge: purgeOf(values, refuse),
  }
}

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
