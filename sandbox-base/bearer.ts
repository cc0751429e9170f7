import { createHash, timingSafeEqual } from 'node:crypto'
import type { Exchange } from './exchange.ts'
import { Refusal } from './refusal.ts'

const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/** Refuses everybody who does not have the secret key. */
export const onlyWithKey = (secretKey: string, { request }: Exchange): void => {
  if (!sameText(request.headers.authorization ?? '', `Bearer ${secretKey}`))
    throw new Refusal(401, 'key_invalid', 'The secret key is missing or wrong.')
}

/** The header Idempotency-Key of a request that writes. */
export const keyOf = ({ request }: Exchange): string => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || key.length > 255)
    throw new Refusal(400, 'idempotency_key_missing', 'The header Idempotency-Key is needed.')
  return key
}
