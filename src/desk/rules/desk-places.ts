import { allows } from '#shared/staff.ts'
import type { StaffPermission, StaffRole } from '#shared/staff.ts'

export type DeskHref = `/desk${string}`

interface DeskPlace {
  readonly label: string
  readonly href: DeskHref
  /** The key that opens it, after G. */
  readonly key: string
  readonly permission: StaffPermission
}

/** The places of the desk in groups; a role sees those that it may use. */
const groups: readonly (readonly DeskPlace[])[] = [
  [{ label: 'Home', href: '/desk', key: 't', permission: 'own' }],
  [
    { label: 'Orders', href: '/desk/orders', key: 'o', permission: 'orders:read' },
    { label: 'Fulfillment', href: '/desk/fulfillment', key: 'f', permission: 'orders:ship' },
    { label: 'Problems', href: '/desk/problems', key: 'q', permission: 'orders:read' },
    { label: 'Messages', href: '/desk/messages', key: 'm', permission: 'messages' },
    { label: 'Reviews', href: '/desk/reviews', key: 'v', permission: 'reviews' },
  ],
  [
    { label: 'Catalogue', href: '/desk/catalogue', key: 'c', permission: 'catalogue:read' },
    { label: 'Price increases', href: '/desk/price-increases', key: 'p', permission: 'catalogue:read' },
    { label: 'Stock', href: '/desk/stock', key: 's', permission: 'catalogue:read' },
    { label: 'Shipping and places', href: '/desk/places', key: 'h', permission: 'catalogue:read' },
    { label: 'Coupons', href: '/desk/coupons', key: 'u', permission: 'coupons:read' },
    { label: 'Surveys', href: '/desk/surveys', key: 'y', permission: 'catalogue:read' },
  ],
  [
    { label: 'Pages', href: '/desk/pages', key: 'g', permission: 'pages' },
    { label: 'Uploads', href: '/desk/uploads', key: 'i', permission: 'pages' },
    { label: 'Newsletters', href: '/desk/newsletters', key: 'w', permission: 'newsletters:read' },
    { label: 'Suppressed addresses', href: '/desk/suppressions', key: 'b', permission: 'suppressions' },
    { label: 'Experiments', href: '/desk/experiments', key: 'x', permission: 'experiments:read' },
  ],
  [{ label: 'Approvals', href: '/desk/approvals', key: 'a', permission: 'approvals' }],
  [
    { label: 'Report', href: '/desk/report', key: 'r', permission: 'report:read' },
    { label: 'Finance', href: '/desk/finance', key: 'n', permission: 'finance:read' },
  ],
  [
    { label: 'Team', href: '/desk/team', key: 'e', permission: 'team' },
    { label: 'Audit log', href: '/desk/team/log', key: 'l', permission: 'team' },
    { label: 'Developers', href: '/desk/developers', key: 'd', permission: 'partners:read' },
  ],
]

export const placesFor = (role: StaffRole): readonly (readonly DeskPlace[])[] =>
  groups
    .map((group) => group.filter(({ permission }) => allows(role, permission)))
    .filter((group) => group.length > 0)

/** Pages behind the lines of the home. */
const ofHome = ['/desk/tasks/', '/desk/renewals/']

/** The address of the place that a page belongs to: the longest one that it begins with. */
export const placeOf = (path: string): string | undefined => {
  if (path.startsWith('/desk/refunds/')) return '/desk/orders'
  if (ofHome.some((start) => path.startsWith(start))) return '/desk'
  if (path === '/desk/flags' || path.startsWith('/desk/flags/')) return '/desk/experiments'
  return groups
    .flat()
    .map(({ href }) => href)
    .filter((href) => path === href || (href !== '/desk' && path.startsWith(`${href}/`)))
    .toSorted((a, b) => b.length - a.length)[0]
}
