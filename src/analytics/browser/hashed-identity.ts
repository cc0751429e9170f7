import { normalizeIdentity } from '../rules/identity-hash.ts'
import type { Identity } from '../rules/identity-hash.ts'
import type { IdentityHashes } from '../rules/tracking-plan.ts'

const sha256Hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** SHA-256 in hex of each normalized field (spec §5, §9); none in an insecure context, which cannot hash. */
export const hashedIdentity = async (identity: Identity): Promise<IdentityHashes> => {
  if (!isSecureContext) return {}
  const hashes = normalizeIdentity(identity).map(
    async ([field, text]) => [field, await sha256Hex(text)] as const,
  )
  return Object.fromEntries(await Promise.all(hashes))
}
