import { z } from 'zod'

/** The roles of staff, by profession. */
export const staffRoles = ['owner', 'operations', 'support', 'marketing', 'finance', 'read-only'] as const

export type StaffRole = (typeof staffRoles)[number]

export const StaffRoleName = z.enum(staffRoles)

/** Who may do what. A role that is not listed does not know that the endpoint exists. */
const rolesOf = {
  /** One's own session, passkeys and the search, which finds what the role may see. */
  own: staffRoles,
  'orders:read': ['owner', 'operations', 'support', 'finance', 'read-only'],
  'orders:ship': ['owner', 'operations', 'support'],
  'orders:refund': ['owner', 'operations', 'support', 'finance'],
  /** Disputes and their evidence. */
  disputes: ['owner', 'operations', 'finance'],
  /** Amounts, payouts, taxes and documents, without names of people. */
  'finance:read': ['owner', 'operations', 'finance', 'read-only'],
  'finance:act': ['owner', 'finance'],
  /** What the shop did, month by month: numbers, and the rows behind them without names. */
  'report:read': staffRoles,
  'members:read': ['owner', 'operations', 'support', 'marketing', 'finance', 'read-only'],
  'members:act': ['owner', 'operations', 'support'],
  /** What the shop does in the background: jobs and mails that were given up. */
  system: ['owner', 'operations'],
  /** What waits to be published may have a whole name in it: not for roles that see no names. */
  reviews: ['owner', 'support'],
  /** Messages of the forms, which may mention somebody's health: for the people who answer them. */
  messages: ['owner', 'operations', 'support'],
  'coupons:read': staffRoles,
  'coupons:change': ['owner', 'operations', 'marketing'],
  /** Products, plans and prices; who may publish a version of them. */
  'catalogue:read': ['owner', 'operations', 'marketing', 'finance', 'read-only'],
  'catalogue:change': ['owner', 'operations'],
  /** A change that somebody who may change the catalogue publishes. */
  'catalogue:draft': ['owner', 'operations', 'marketing'],
  /** Price increases: a dry run, and a request to a second person who may change the catalogue. */
  'price-increases:ask': ['owner', 'operations', 'marketing'],
  /** Pages of the content and their pictures: to edit and to publish. A changed claim also needs a second person. */
  pages: ['owner', 'operations', 'marketing'],
  /** Flags and experiments: what they say and what came of them, and changing them. */
  'experiments:read': ['owner', 'operations', 'marketing', 'finance', 'read-only'],
  'experiments:change': ['owner', 'marketing'],
  /** Newsletter campaigns: what they say and what came of them, and making, sending and stopping them. */
  'newsletters:read': ['owner', 'marketing'],
  'newsletters:change': ['owner', 'marketing'],
  /** Addresses that get no newsletter, and why. */
  suppressions: ['owner', 'support', 'marketing'],
  /** Keys, apps and webhooks of partners: to see them and to send a webhook again, and to make and end them. */
  'partners:read': ['owner', 'operations'],
  'partners:act': ['owner'],
  /** Actions that wait for a second person: who asks for them, and who decides. */
  approvals: ['owner', 'operations', 'support', 'marketing', 'finance'],
  'approvals:decide': ['owner', 'operations', 'marketing', 'finance'],
  team: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

/** What a staff endpoint requires. */
export type StaffPermission = keyof typeof rolesOf

/** Whether a role may use the endpoints with a permission. */
export const allows = (role: StaffRole, permission: StaffPermission): boolean =>
  rolesOf[permission].some((allowed) => allowed === role)

const withoutNames: readonly StaffRole[] = ['marketing', 'read-only']

/** Whether a role sees names, emails and addresses of members; the others get data without them. */
export const seesNames = (role: StaffRole): boolean => !withoutNames.includes(role)
