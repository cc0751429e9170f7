import { z } from 'zod'
import { cartIdOf } from '#cart/server/carts.ts'
import { createRateCounters } from '#platform/rate-counters.ts'
import type { Allowance, UsedUp } from '#platform/rate-counters.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import { budgets } from '#shared/call-limit.ts'
import type { Budget, BudgetName } from '#shared/call-limit.ts'
import { ShopError } from '#shared/errors.ts'
import type { BoundCall } from './bound-calls.ts'

type LimitedCall = Pick<BoundCall['call'], 'name' | 'limit'>

const budgetsOf = ({ limit }: LimitedCall): readonly BudgetName[] => ('none' in limit ? [] : limit)

/** Whether a call may be made only so often. */
export const isLimited = (call: LimitedCall): boolean => budgetsOf(call).length > 0

const NamesCart = z.object({ cart_id: z.string().max(100) })
const NamesEmail = z.object({ email: z.string().max(300) })
const NamesCode = z.union([
  z.object({ code: z.string() }),
  z.object({ change: z.object({ action: z.literal('apply-coupon') }) }),
])
const NamesCodes = z.object({ coupon_codes: z.array(z.unknown()) })

/** Whose budget it is; null where the request names nobody. */
const ownerOf = (by: Budget['by'], context: CallContext, input: unknown): string | null => {
  switch (by) {
    case 'network':
      return context.network
    case 'cart':
      return NamesCart.safeParse(input).data?.cart_id ?? cartIdOf(context)
    case 'email':
      return NamesEmail.safeParse(input).data?.email.trim().toLowerCase() ?? null
    case 'account':
      return context.actor.kind === 'visitor' ? null : context.actor.accountId
    default:
      return by satisfies never
  }
}

const codesIn = (input: unknown): number =>
  NamesCodes.safeParse(input).data?.coupon_codes.length ?? (NamesCode.safeParse(input).success ? 1 : 0)

const allowancesOf = (call: LimitedCall, context: CallContext, input: unknown): Allowance[] =>
  budgetsOf(call).flatMap((name) =>
    budgets[name].flatMap((budget: Budget) => {
      const { by, max, seconds, counts, shared, above } = budget
      const owner = ownerOf(by, context, input)
      if (owner === null) return []
      const parts = [name, shared ? '' : call.name, by, String(seconds), owner]
      const cost = counts === 'codes' ? codesIn(input) : 1
      return [{ parts, max, seconds, cost, refuses: above !== 'check' }]
    }),
  )

const tooMany = ([first]: readonly UsedUp[], now: Temporal.Instant): ShopError => {
  const seconds = first ? Math.ceil(now.until(first.endsAt).total('seconds')) : 1
  const security = first?.isNew ? `used-up budget by ${first.allowance.parts[2] ?? ''}` : undefined
  return new ShopError('TOO_MANY_REQUESTS', { data: { retry_after: Math.max(1, seconds) }, security })
}

/**
 * Counts calls, whether they come over HTTP or from a page's form, before anything of them is looked at. Above a budget
 * of its row a call throws TOO_MANY_REQUESTS with `retry_after` in seconds, or, where the budget says so, the handler is
 * told to ask whether a person makes it.
 */
export const limitCalls = (
  world: Pick<World, 'clock' | 'database' | 'secret'>,
  calls: readonly BoundCall[],
): readonly BoundCall[] => {
  const counters = createRateCounters(world)
  const limited = async (call: LimitedCall, context: CallContext, input: unknown): Promise<CallContext> => {
    const usedUp = await counters.take(allowancesOf(call, context, input))
    if (usedUp.length === 0) return context
    const refused = usedUp.filter(({ allowance }) => allowance.refuses)
    if (refused.length > 0) throw tooMany(refused, world.clock.now())
    return { ...context, mustBePerson: true }
  }
  return calls.map(({ call, run }) =>
    isLimited(call)
      ? { call, run: async (context, input) => run(await limited(call, context, input), input) }
      : { call, run },
  )
}
