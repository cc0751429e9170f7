import { allows } from '#shared/staff.ts'
import type { StaffPermission, StaffRole } from '#shared/staff.ts'

interface DeskPlace {
  readonly label: string
  readonly href: `/desk${string}`
  readonly permission: StaffPermission
}

/** The places of the desk in groups; a role sees those that it may use. */
const groups: readonly (readonly DeskPlace[])[] = [
  [{ label: 'Home', href: '/desk', permission: 'own' }],
  [
    { label: 'Orders', href: '/desk/orders', permission: 'orders:read' },
    { label: 'Fulfillment', href: '/desk/fulfillment', permission: 'orders:ship' },
    { label: 'Messages', href: '/desk/messages', permission: 'messages' },
    { label: 'Reviews', href: '/desk/reviews', permission: 'reviews' },
  ],
  [
    { label: 'Catalogue', href: '/desk/catalogue', permission: 'catalogue:read' },
    { label: 'Price increases', href: '/desk/price-increases', permission: 'catalogue:read' },
    { label: 'Stock', href: '/desk/stock', permission: 'catalogue:read' },
    { label: 'Coupons', href: '/desk/coupons', permission: 'coupons:read' },
  ],
  [{ label: 'Approvals', href: '/desk/approvals', permission: 'approvals' }],
  [
    { label: 'Report', href: '/desk/report', permission: 'report:read' },
    { label: 'Finance', href: '/desk/finance', permission: 'finance:read' },
  ],
  [
    { label: 'Team', href: '/desk/team', permission: 'team' },
    { label: 'Audit log', href: '/desk/team/log', permission: 'team' },
    { label: 'Developers', href: '/desk/developers', permission: 'partners:read' },
  ],
]

export const placesFor = (role: StaffRole): readonly (readonly DeskPlace[])[] =>
  groups
    .map((group) => group.filter(({ permission }) => allows(role, permission)))
    .filter((group) => group.length > 0)

/** The address of the place that a page belongs to: the longest one that it begins with. */
export const placeOf = (path: string): string | undefined =>
  groups
    .flat()
    .map(({ href }) => href)
    .filter((href) => path === href || (href !== '/desk' && path.startsWith(`${href}/`)))
    .toSorted((a, b) => b.length - a.length)[0]
