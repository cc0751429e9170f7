import type { Log } from '#platform/log.ts'
import type { Route } from '#platform/route.ts'
import { budgets } from '#shared/endpoint-limit.ts'
import { isShopError } from '#shared/errors.ts'
import type { ErrorCode, ShopError } from '#shared/errors.ts'
import { isRecord } from '#shared/is-record.ts'
import { ownValue } from '#shared/own-value.ts'

/** The security event of a refusal by its error code, for every endpoint. */
const eventsByCode: ReadonlyMap<ErrorCode, string> = new Map([
  ['USER_NOT_FOUND', 'wrong password or email'],
  ['LINK_EXPIRED', 'refused link'],
  ['INVALID_COUPON', 'refused coupon'],
  ['CAPTCHA_FAILED', 'refused human check'],
])

const isLookup = ({ access, limit }: Route['endpoint']): boolean =>
  access === 'anyone' && !('none' in limit) && limit.some((name) => budgets[name] === budgets.guess)

/** The security event of a refused request: a guess or a forged token; null for every other refusal. */
const securityEventOf = (endpoint: Route['endpoint'], error: ShopError): string | null => {
  if (error.security !== undefined) return error.security
  if (error.code === 'NOT_FOUND' && isLookup(endpoint)) return 'refused look-up'
  return eventsByCode.get(error.code) ?? null
}

const hasAny = (value: unknown, name: string): boolean => {
  const list = isRecord(value) ? ownValue(value, name) : null
  return Array.isArray(list) && list.length > 0
}

/**
 * Writes one line to the log for each guess (password, code, coupon, order look-up) and each forged token that an
 * endpoint refuses: request id, endpoint and kind. Never the person or the input. A used-up budget leaves a line at the
 * first refusal only, so that a flood of requests is no flood of lines.
 */
export const withSecurityLog = (log: Pick<Log, 'warn'>, routes: readonly Route[]): readonly Route[] =>
  routes.map(({ endpoint, run }) => ({
    endpoint,
    run: async (context, input) => {
      const logRefusal = (security: string): void =>
        log.warn({ requestId: context.requestId, endpoint: endpoint.name, security }, 'a guess was refused')
      try {
        const answer = await run(context, input)
        if (hasAny(input, 'coupon_codes') && hasAny(answer, 'refusals')) logRefusal('refused coupon')
        return answer
      } catch (thrown) {
        const security = isShopError(thrown) ? securityEventOf(endpoint, thrown) : null
        if (security !== null) logRefusal(security)
        throw thrown
      }
    },
  }))
