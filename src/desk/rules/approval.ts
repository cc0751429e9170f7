import { allows } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'

/** What may wait for a second person. */
const approvalKinds = [
  'refund',
  'return-receipt',
  'tracking-import',
  'hold-orders',
  'release-orders',
  'batch-orders',
  'price-increase',
  'page',
] as const

export type ApprovalKind = (typeof approvalKinds)[number]

/** As a request is read: one of a kind that only a newer release knows is left to its processes. */
export const readKinds = [...approvalKinds, 'newer'] as const

type ReadKind = (typeof readKinds)[number]

/** The kind of a stored request. */
export const readKind = (stored: string): ReadKind => approvalKinds.find((kind) => kind === stored) ?? 'newer'

/** What is said of such a request. */
export const newerText =
  'A newer release of the shop has made this request, and only that release can show and decide it. Try again in some minutes.'

export type ApprovalState = 'open' | 'approved' | 'refused' | 'withdrawn'

/** A request counts for so many days. */
export const approvalDays = 7

/** An import that ships more orders than this needs a second person. */
export const importLimit = 100

interface DecisionFacts {
  readonly kind: ReadKind
  readonly state: ApprovalState
  readonly requestedBy: string
  readonly expiresAt: Temporal.Instant
  readonly actor: { readonly staffId: string; readonly role: StaffRole }
  readonly now: Temporal.Instant
}

const decided: Readonly<Record<Exclude<ApprovalState, 'open'>, string>> = {
  approved: 'It was approved before.',
  refused: 'It was refused before.',
  withdrawn: 'It was withdrawn by the person who asked.',
}

const ofMany = 'imports, on returns and on many orders'

const decidedByFew: Readonly<Record<Exclude<ApprovalKind, 'refund'>, string>> = {
  'return-receipt': ofMany,
  'tracking-import': ofMany,
  'hold-orders': ofMany,
  'release-orders': ofMany,
  'batch-orders': ofMany,
  'price-increase': 'price increases',
  page: 'claims of pages',
}

/** Who ships, counts what comes back and sets prices, and is trusted with much at once. */
const manyRoles: readonly StaffRole[] = ['owner', 'operations']

/** Why a request cannot be decided by a person now, as a sentence; null when it can. Refunds have limits of their own besides. */
export const decisionRefusal = (facts: DecisionFacts): string | null => {
  const { kind, state, requestedBy, expiresAt, actor, now } = facts
  if (state !== 'open') return decided[state]
  if (Temporal.Instant.compare(now, expiresAt) >= 0)
    return `It expired, because nobody decided within ${approvalDays} days. Ask for it again.`
  if (kind === 'newer') return newerText
  if (requestedBy === actor.staffId) return 'You requested it, so another person decides.'
  if (!allows(actor.role, 'approvals:decide')) return 'Operations, finance or an owner decides.'
  if (kind !== 'refund' && !manyRoles.includes(actor.role))
    return `Operations or an owner decides on ${decidedByFew[kind]}.`
  return null
}
