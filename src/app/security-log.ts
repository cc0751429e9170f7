import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { budgets } from '#shared/call-limit.ts'
import { isShopError } from '#shared/errors.ts'
import type { ErrorCode, ShopError } from '#shared/errors.ts'
import type { BoundCall } from './bound-calls.ts'

/** What a refusal means for security wherever it comes from. */
const meanings: ReadonlyMap<ErrorCode, string> = new Map([
  ['USER_NOT_FOUND', 'wrong password or email'],
  ['LINK_EXPIRED', 'refused link'],
  ['INVALID_COUPON', 'refused coupon'],
  ['CAPTCHA_FAILED', 'refused human check'],
])

const isLookUp = ({ who, limit }: BoundCall['call']): boolean =>
  who === 'anyone' && !('none' in limit) && limit.some((name) => budgets[name] === budgets.guess)

/** What a refused call was, if it was a guess or a forged token; null for every other refusal. */
const meaningOf = (call: BoundCall['call'], error: ShopError): string | null => {
  if (error.security !== undefined) return error.security
  if (error.code === 'NOT_FOUND' && isLookUp(call)) return 'refused look-up'
  return meanings.get(error.code) ?? null
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
      const tell = (security: string): void =>
        log.warn({ requestId: context.requestId, call: call.name, security }, 'a guess was refused')
      try {
        const answer = await run(context, input)
        if (NamesCodes.safeParse(input).success && RefusesCodes.safeParse(answer).success)
          tell('refused coupon')
        return answer
      } catch (thrown) {
        const security = isShopError(thrown) ? meaningOf(call, thrown) : null
        if (security !== null) tell(security)
        throw thrown
      }
    },
  }))
