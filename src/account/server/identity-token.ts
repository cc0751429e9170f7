import { createHmac } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { brand } from '#shared/brand.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { absoluteLimit, identityClaims } from '../rules/session.ts'
import type { IdentityClaims } from '../rules/session.ts'

const type = `${brand.key}-identity+jwt`
const audience = `${brand.key}-browser`

/**
 * The identity token of ruling 17 (`loam_jwt`, `loamSessionToken`): it tells the browser who is signed in. Its own
 * type, audience and key keep it from being used for anything else, and no route accepts it as a credential.
 */
export interface IdentityTokens {
  readonly sign: (member: { readonly accountId: string; readonly email: string }) => Promise<string>
  /** The user of a token; null for one that is not the shop's, was changed or has expired. */
  readonly read: (token: string | undefined) => Promise<IdentityClaims | null>
}

export const createIdentityTokens = ({
  secret,
  clock,
}: Pick<AppDeps, 'secret' | 'clock'>): IdentityTokens => {
  const key = createHmac('sha256', secret).update('identity token').digest()
  const seconds = (instant: Temporal.Instant): number => Math.floor(instant.epochMilliseconds / 1000)
  return {
    sign: ({ accountId, email }) => {
      const now = clock.now()
      return new SignJWT({ email, uuid: accountId })
        .setProtectedHeader({ alg: 'HS256', typ: type })
        .setAudience(audience)
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now.add(absoluteLimit)))
        .sign(key)
    },
    read: async (token) => {
      if (!token) return null
      const currentDate = new Date(clock.now().epochMilliseconds)
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: type,
          audience,
          currentDate,
        })
        return identityClaims(payload)
      } catch (thrown) {
        if (thrown instanceof errors.JOSEError) return null
        throw thrown
      }
    },
  }
}
