import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { isLimited } from '../http/rate-limits.ts'

/** What may go wrong before or behind any handler. */
const commonErrors: readonly ErrorCode[] = ['UNKNOWN', 'SHOP_BUSY']

/** The errors of bodies and of requests from other sites. */
const writeErrors: readonly ErrorCode[] = [
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** Path parameters of an endpoint, in the order of its path. */
export const pathNames = ({ path }: Pick<Endpoint, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

const hasNoPayload = ({ payload }: Endpoint): boolean =>
  payload instanceof z.ZodObject && Object.keys(payload.shape).length === 0

/** Every error of an endpoint: its own, then the general ones of the API. */
export const errorsOfEndpoint = (endpoint: Endpoint): ErrorCode[] => {
  const codes: ErrorCode[] = [...endpoint.errors]
  // An agent of support may not do everything that a member may.
  if (endpoint.access === 'member' || endpoint.access === 'agent') codes.push('UNAUTHENTICATED', 'FORBIDDEN')
  if (!hasNoPayload(endpoint)) codes.push('VALIDATION_ERROR')
  if (endpoint.method !== 'GET') codes.push(...writeErrors)
  // A path that cannot be decoded is not found.
  if (pathNames(endpoint).length > 0) codes.push('NOT_FOUND')
  if (isLimited(endpoint)) codes.push('TOO_MANY_REQUESTS')
  return [...new Set([...codes, ...commonErrors])]
}
