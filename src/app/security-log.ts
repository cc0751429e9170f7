import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { budgets } from '#shared/call-limit.ts'
import { isShopError } from '#shared/errors.ts'
import type { ErrorCode, ShopError } from '#shared/errors.ts'
import type { BoundCall } from './bound-calls.ts'

/** The security event of a refusal by its error code, for every endpoint. */
const eventsByCode: ReadonlyMap<ErrorCode, string> = new Map([
  ['USER_NOT_FOUND', 'wrong password or email'],
  ['LINK_EXPIRED', 'refused link'],
  ['INVALID_COUPON', 'refused coupon'],
  ['CAPTCHA_FAILED', 'refused human check'],
])

const isLookUp = ({ who, limit }: BoundCall['call']): boolean =>
  who === 'anyone' && !('none' in limit) && limit.some((name) => budgets[name] === budgets.guess)

/** The security event of a refused call: a guess or a forged token; null for every other refusal. */
const securityEventOf = (call: BoundCall['call'], error: ShopError): string | null => {
  if (error.security !== undefined) return error.security
  if (error.code === 'NOT_FOUND' && isLookUp(call)) return 'refused look-up'
  return eventsByCode.get(error.code) ?? null
}

const NamesCodes = z.object({ coupon_codes: z.array(z.unknown()).min(1) })
const RefusesCodes = z.object({ refusals: z.array(z.unknown()).min(1) })

/**
 * Writes one line to the log for each guess (password, code, coupon, order look-up) and each forged token that a call
 * refuses: request id, call and kind. Never who asked or what was typed. A call that a used-up budget refuses leaves a
 * line at the first time, so that a flood of calls is no flood of lines.
 */
export const logGuesses = (log: Pick<Log, 'warn'>, calls: readonly BoundCall[]): readonly BoundCall[] =>
  calls.map(({ call, run }) => ({
    call,
    run: async (context, input) => {
      const logRefusal = (security: string): void =>
        log.warn({ requestId: context.requestId, call: call.name, security }, 'a guess was refused')
      try {
        const answer = await run(context, input)
        if (NamesCodes.safeParse(input).success && RefusesCodes.safeParse(answer).success)
          logRefusal('refused coupon')
        return answer
      } catch (thrown) {
        const security = isShopError(thrown) ? securityEventOf(call, thrown) : null
        if (security !== null) logRefusal(security)
        throw thrown
      }
    },
  }))
