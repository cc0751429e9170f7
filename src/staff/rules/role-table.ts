import { allows, seesNames } from '#shared/staff.ts'
import type { StaffPermission, StaffRole } from '#shared/staff.ts'

const rows: readonly (readonly [what: string, permission: StaffPermission])[] = [
  ['See orders', 'orders:read'],
  ['Pack, ship, hold, correct an address, send a mail again, decline a report', 'orders:ship'],
  ['Refund', 'orders:refund'],
  ['Answer disputes', 'disputes'],
  ['See members', 'members:read'],
  ['Act for a member, try a parked renewal again', 'members:act'],
  ['See background jobs and mails that failed', 'system'],
  ['Publish and decline reviews', 'reviews'],
  ['Read and answer messages', 'messages'],
  ['Decide what needs a second person', 'approvals:decide'],
  ['Change products, plans, prices, stock and places', 'catalogue:change'],
  ['Prepare a change of the catalogue for them', 'catalogue:draft'],
  ['Ask for a price increase', 'price-increases:ask'],
  ['Make and change coupons', 'coupons:change'],
  ['Edit and publish pages', 'pages'],
  ['Change flags and experiments', 'experiments:change'],
  ['Make, send and stop newsletter campaigns', 'newsletters:change'],
  ['See who gets no newsletter, and why', 'suppressions'],
  ['See the report', 'report:read'],
  ['See ledger, payouts, taxes and invoices', 'finance:read'],
  ['Reconcile', 'finance:act'],
  ['See keys, apps and webhooks of partners, send a webhook again', 'partners:read'],
  ['Make and end keys, apps and webhooks', 'partners:act'],
  ['Team and audit log', 'team'],
]

const showsPeople: readonly StaffPermission[] = ['orders:read', 'members:read', 'suppressions']

const wordOf = (role: StaffRole, permission: StaffPermission): string => {
  if (!allows(role, permission)) return '—'
  if (permission === 'orders:refund') return refundWords[role] ?? 'yes'
  return showsPeople.includes(permission) && !seesNames(role) ? 'without names' : 'yes'
}

const refundWords: Partial<Readonly<Record<StaffRole, string>>> = {
  operations: 'to $1,000',
  support: 'to $200',
}

/** What each role may do, in words, for the page of the team. */
export const roleTable = () =>
  rows.map(([what, permission]) => ({
    what,
    byRole: {
      owner: wordOf('owner', permission),
      operations: wordOf('operations', permission),
      support: wordOf('support', permission),
      marketing: wordOf('marketing', permission),
      finance: wordOf('finance', permission),
      'read-only': wordOf('read-only', permission),
    },
  }))

interface Owner {
  readonly id: string
  readonly role: StaffRole
  /** Whether the person can sign in: has joined, and has not left. */
  readonly isActive: boolean
}

/** Whether somebody else owns the shop once this person does not: the last owner stays one. */
export const hasOtherOwner = (staff: readonly Owner[], id: string): boolean =>
  staff.some((one) => one.id !== id && one.role === 'owner' && one.isActive)
