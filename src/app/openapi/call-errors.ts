import { z } from 'zod'
import type { CallShape } from '#shared/call.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { isLimited } from '../limits.ts'

/** What may go wrong before or behind any handler. */
const anywhere: readonly ErrorCode[] = ['UNKNOWN', 'SHOP_BUSY']

/** What the edge says of bodies and of requests from other sites. */
const ofWrites: readonly ErrorCode[] = [
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** Path parameters of a call, in the order of its path. */
export const pathNames = ({ path }: Pick<CallShape, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

const takesNothing = ({ payload }: CallShape): boolean =>
  payload instanceof z.ZodObject && Object.keys(payload.shape).length === 0

/** Every error that a call can answer: its own, then those of the edge in front of it. */
export const errorsOfCall = (call: CallShape): ErrorCode[] => {
  const codes: ErrorCode[] = [...call.errors]
  // An agent of support may not do everything that a member may.
  if (call.who === 'member' || call.who === 'agent') codes.push('UNAUTHENTICATED', 'FORBIDDEN')
  if (!takesNothing(call)) codes.push('VALIDATION_ERROR')
  if (call.method !== 'GET') codes.push(...ofWrites)
  // An address that cannot be decoded is nobody's.
  if (pathNames(call).length > 0) codes.push('NOT_FOUND')
  if (isLimited(call)) codes.push('TOO_MANY_REQUESTS')
  return [...new Set([...codes, ...anywhere])]
}
