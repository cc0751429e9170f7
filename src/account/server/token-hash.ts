import { createHash } from 'node:crypto'

/** What is kept of a token of 32 random bytes; a stolen table opens nothing. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
