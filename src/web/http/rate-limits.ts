import { cartIdOf } from '#cart/server/carts.ts'
import { createRateCounters } from '#platform/rate-counters.ts'
import type { Allowance, Usage, UsedUp } from '#platform/rate-counters.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { budgets } from '#shared/endpoint-limit.ts'
import type { Budget, BudgetName } from '#shared/endpoint-limit.ts'
import { ShopError } from '#shared/errors.ts'
import { isRecord } from '#shared/is-record.ts'
import { ownValue } from '#shared/own-value.ts'
import { mailboxOf } from '#shared/same-buyer.ts'
import type { Route } from '../../platform/route.ts'

/** The budgets that operators set. */
export type LimitSettings = Readonly<Record<NonNullable<Budget['setting']>, number>>

type LimitedEndpoint = Pick<Route['endpoint'], 'name' | 'limit' | 'access'>

const budgetsOf = ({ limit }: Pick<LimitedEndpoint, 'limit'>): readonly BudgetName[] =>
  'none' in limit ? [] : limit

/** Whether an endpoint has a limit. */
export const isLimited = (endpoint: Pick<LimitedEndpoint, 'limit'>): boolean => budgetsOf(endpoint).length > 0

const valueIn = (input: unknown, name: string): unknown =>
  isRecord(input) ? ownValue(input, name) : undefined

/** A text of a payload that nobody has validated yet; null for a missing, another or a longer one. */
const textIn = (input: unknown, name: string, maxLength: number): string | null => {
  const value = valueIn(input, name)
  return typeof value === 'string' && value.length <= maxLength ? value : null
}

const personOf = (actor: RequestContext['actor']): string | null => {
  switch (actor.kind) {
    case 'visitor':
      return null
    case 'staff':
      return actor.staffId
    case 'partner':
      return actor.programId
    case 'member':
    case 'agent':
      return actor.accountId
    default:
      return actor satisfies never
  }
}

/** The key of the budget; null if the request has none. */
const ownerOf = (by: Budget['by'], context: RequestContext, input: unknown): string | null => {
  switch (by) {
    case 'network':
      return context.network
    case 'cart':
      return textIn(input, 'cart_id', 100) ?? cartIdOf(context)
    case 'email': {
      const email = textIn(input, 'email', 300)
      return email === null ? null : mailboxOf(email)
    }
    case 'account':
      return personOf(context.actor)
    default:
      return by satisfies never
  }
}

const codesIn = (input: unknown): number => {
  const codes = valueIn(input, 'coupon_codes')
  if (Array.isArray(codes)) return codes.length
  const isChange = valueIn(valueIn(input, 'change'), 'action') === 'apply-coupon'
  return isChange || typeof valueIn(input, 'code') === 'string' ? 1 : 0
}

const allowancesOf = (
  endpoint: LimitedEndpoint,
  context: RequestContext,
  input: unknown,
  settings: LimitSettings,
): Allowance[] =>
  budgetsOf(endpoint).flatMap((name) =>
    budgets[name].flatMap((budget: Budget) => {
      const { by, seconds, counts, shared, above, setting } = budget
      const max = setting === undefined ? budget.max : settings[setting]
      const owner = ownerOf(by, context, input)
      if (owner === null) return []
      const parts = [name, shared ? '' : endpoint.name, by, String(seconds), owner]
      const cost = counts === 'codes' ? codesIn(input) : 1
      return [{ parts, max, seconds, cost, refuses: above !== 'check' }]
    }),
  )

/** Says what is left of the budget of which least is left. */
const showBudget = (
  { setReplyHeader }: RequestContext,
  usages: readonly Usage[],
  now: Temporal.Instant,
): void => {
  const [least] = usages
    .map(({ allowance, used, endsAt }) => ({ ...allowance, left: Math.max(0, allowance.max - used), endsAt }))
    .toSorted((a, b) => a.left / a.max - b.left / b.max)
  if (!least) return
  setReplyHeader?.('ratelimit-limit', String(least.max))
  setReplyHeader?.('ratelimit-remaining', String(least.left))
  setReplyHeader?.(
    'ratelimit-reset',
    String(Math.max(1, Math.ceil(now.until(least.endsAt).total('seconds')))),
  )
}

const tooManyRequests = ([first]: readonly UsedUp[], now: Temporal.Instant): ShopError => {
  const seconds = first ? Math.ceil(now.until(first.endsAt).total('seconds')) : 1
  const security = first?.isNew ? `used-up budget by ${first.allowance.parts[2] ?? ''}` : undefined
  return new ShopError('TOO_MANY_REQUESTS', { data: { retry_after: Math.max(1, seconds) }, security })
}

/**
 * Counts requests, over HTTP or from a page's form, before they are read. Above a budget of its row an
 * endpoint throws TOO_MANY_REQUESTS with `retry_after` in seconds, or, if the budget says so, the handler has to
 * require a human check.
 */
export const withRateLimits = (
  deps: Pick<AppDeps, 'clock' | 'database' | 'secret'>,
  routes: readonly Route[],
  settings: LimitSettings,
): readonly Route[] => {
  const counters = createRateCounters(deps)
  const checkLimits = async (
    endpoint: LimitedEndpoint,
    context: RequestContext,
    input: unknown,
  ): Promise<RequestContext> => {
    const allowances = allowancesOf(endpoint, context, input, settings)
    const show =
      endpoint.access === 'partner'
        ? (usages: readonly Usage[]) => showBudget(context, usages, deps.clock.now())
        : undefined
    const usedUp = await counters.take(allowances, show)
    if (usedUp.length === 0) return context
    const refused = usedUp.filter(({ allowance }) => allowance.refuses)
    if (refused.length > 0) throw tooManyRequests(refused, deps.clock.now())
    return { ...context, requiresHumanCheck: true }
  }
  return routes.map(({ endpoint, run }) =>
    isLimited(endpoint)
      ? { endpoint, run: async (context, input) => run(await checkLimits(endpoint, context, input), input) }
      : { endpoint, run },
  )
}

/** Counts requests of a network outside the endpoints, by the first budget of this name. TOO_MANY_REQUESTS with `retry_after`. */
export const createNetworkLimit = (
  deps: Pick<AppDeps, 'clock' | 'database' | 'secret'>,
  name: BudgetName,
): ((network: string) => Promise<void>) => {
  const counters = createRateCounters(deps)
  const [{ max, seconds }] = budgets[name]
  return async (network) => {
    const parts = [name, '', 'network', String(seconds), network]
    const usedUp = await counters.take([{ parts, max, seconds, cost: 1, refuses: true }])
    if (usedUp.length > 0) throw tooManyRequests(usedUp, deps.clock.now())
  }
}
