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
  'flag-rollout',
  'newsletter',
  'places',
  'catalogue-entry',
] as const

export type ApprovalKind = (typeof approvalKinds)[number]

/** As a request is read: one of a kind that only a newer release knows is left to its processes. */
export const readKinds = [...approvalKinds, 'newer'] as const

type ReadKind = (typeof readKinds)[number]

/** The kind of a stored request. */
export const readKind = (stored: string): ReadKind => approvalKinds.find((kind) => kind === stored) ?? 'newer'

const waitingTexts: Readonly<Record<ReadKind, string>> = {
  refund: 'Refund',
  'return-receipt': 'Return',
  'tracking-import': 'File of tracking numbers that ships many orders',
  'hold-orders': 'Hold of many orders',
  'release-orders': 'Release of many orders',
  'batch-orders': 'Batch of many orders',
  'price-increase': 'Price increase',
  page: 'Changed claim on a page',
  'flag-rollout': 'Flag or variant for everyone',
  newsletter: 'Newsletter campaign',
  places: 'Shipping and places',
  'catalogue-entry': 'Change of the catalogue',
  newer: 'Request of a newer release',
}

/** A request in the worklist, with the number of its order if it has one. */
export const waitingText = (kind: ReadKind, number: string | null): string =>
  number === null ? waitingTexts[kind] : `${waitingTexts[kind]} of order ${number}`

/** What is said of such a request. */
export const newerText =
  'A newer release of the shop has made this request, and only that release can show and decide it. Try again in some minutes.'

export type ApprovalState = 'open' | 'approved' | 'refused' | 'withdrawn'

/** A request counts for this many days. */
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

const decidedByFew: Readonly<
  Record<Exclude<ApprovalKind, 'refund' | 'flag-rollout' | 'page' | 'newsletter'>, string>
> = {
  'return-receipt': ofMany,
  'tracking-import': ofMany,
  'hold-orders': ofMany,
  'release-orders': ofMany,
  'batch-orders': ofMany,
  'price-increase': 'price increases',
  places: 'shipping and places',
  'catalogue-entry': 'the catalogue',
}

/** Who ships, counts what comes back and sets prices, and is trusted with much at once. */
const manyRoles: readonly StaffRole[] = ['owner', 'operations']

/** What a role sees of the requests: marketing what it may ask for itself, the others everything, which is null. */
export const approvalKindsFor = (role: StaffRole): readonly ReadKind[] | null =>
  role === 'marketing' ? ['flag-rollout', 'page', 'newsletter', 'price-increase', 'catalogue-entry'] : null

/** What a role may decide on, when it did not ask itself. */
export const decidedKindsFor = (role: StaffRole): readonly ApprovalKind[] =>
  approvalKinds.filter((kind) => {
    if (!allows(role, 'approvals:decide')) return false
    if (kind === 'flag-rollout') return allows(role, 'experiments:change')
    if (kind === 'page') return allows(role, 'pages')
    if (kind === 'newsletter') return allows(role, 'newsletters:change')
    return role !== 'marketing' && (kind === 'refund' || manyRoles.includes(role))
  })

/** Why a request cannot be decided by a person now, as a sentence; null when it can. Refunds have limits of their own besides. */
export const decisionRefusal = (facts: DecisionFacts): string | null => {
  const { kind, state, requestedBy, expiresAt, actor, now } = facts
  if (state !== 'open') return decided[state]
  if (Temporal.Instant.compare(now, expiresAt) >= 0)
    return `It expired, because nobody decided within ${approvalDays} days. Ask for it again.`
  if (kind === 'newer') return newerText
  if (requestedBy === actor.staffId) return 'You requested it, so another person decides.'
  if (!allows(actor.role, 'approvals:decide')) return 'Operations, finance or an owner decides.'
  if (kind === 'flag-rollout')
    return allows(actor.role, 'experiments:change') ? null : 'Marketing or an owner decides on flags.'
  if (kind === 'newsletter')
    return allows(actor.role, 'newsletters:change') ? null : 'Marketing or an owner decides on newsletters.'
  if (kind === 'page')
    return allows(actor.role, 'pages')
      ? null
      : 'Marketing, operations or an owner decides on claims of pages.'
  if (kind !== 'refund' && !manyRoles.includes(actor.role))
    return `Operations or an owner decides on ${decidedByFew[kind]}.`
  return null
}
