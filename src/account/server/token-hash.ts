import { createHash } from 'node:crypto'

/** The stored hash of a token of 32 random bytes; a stolen table gives no access. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
