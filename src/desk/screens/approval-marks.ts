import { priceText } from '#shared/money.ts'
import type { Approval } from '../approval-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'

export const approvalMarks: Readonly<Record<Approval['state'], Mark>> = {
  open: { word: 'waits', level: 'low', tone: 'plain' },
  expired: { word: 'expired', level: 'struck', tone: 'bad' },
  approved: { word: 'approved', level: 'full', tone: 'ok' },
  refused: { word: 'refused', level: 'struck', tone: 'bad' },
  withdrawn: { word: 'withdrawn', level: 'struck', tone: 'quiet' },
}

const manyTitles: ReadonlyMap<Approval['kind'], string> = new Map([
  ['tracking-import', 'Import that ships'],
  ['hold-orders', 'Hold of'],
  ['release-orders', 'Release of'],
  ['batch-orders', 'Batch of'],
])

/** What was asked for, in a word: `Refund of order LA5H0P3RMW`, `Hold of 188 orders`. */
export const approvalTitle = ({
  kind,
  order,
  shipments,
  plans,
  page,
  entry,
  rollout,
  newsletter,
}: Pick<
  Approval,
  'kind' | 'order' | 'shipments' | 'plans' | 'page' | 'entry' | 'rollout' | 'newsletter'
>): string => {
  if (kind === 'newer') return 'Request of a newer release'
  if (kind === 'page') return `Page “${page ?? ''}”`
  if (kind === 'places') return 'Shipping and places'
  if (kind === 'catalogue-entry') return `Change of ${entry ?? ''}`
  if (kind === 'newsletter') return `Newsletter “${newsletter ?? ''}”`
  if (rollout !== null) return `${rollout} for everyone`
  if (kind === 'price-increase') return `Price increase of ${(plans ?? []).join(', ')}`
  const many = manyTitles.get(kind)
  if (many !== undefined) return `${many} ${shipments ?? 0} orders`
  return kind === 'refund' ? `Refund of order ${order ?? ''}` : `Return of order ${order ?? ''}`
}

const seeOrders = 'See the orders'

/** The words of the link to what was asked for. */
export const approvalLinks: Readonly<Record<Approval['kind'], string>> = {
  refund: 'See the order',
  'return-receipt': 'See the return',
  'tracking-import': 'See the file',
  'hold-orders': seeOrders,
  'release-orders': seeOrders,
  'batch-orders': seeOrders,
  'price-increase': 'See the price increase',
  newer: 'See all requests',
  page: 'See the page',
  newsletter: 'See the campaign',
  places: 'See shipping and places',
  'catalogue-entry': 'See the entry',
  'flag-rollout': 'See what it is about',
}

const manyButtons: ReadonlyMap<Approval['kind'], (count: number) => string> = new Map([
  ['tracking-import', (count) => `Approve, and ship ${count} orders`],
  ['hold-orders', (count) => `Approve, and hold ${count} orders`],
  ['release-orders', (count) => `Approve, and release ${count} orders`],
  ['batch-orders', (count) => `Approve, and put ${count} orders into a batch`],
])

/** The words of the button: what happens, and for how much or how many. */
export const approveText = ({
  kind,
  sum,
  shipments,
}: Pick<Approval, 'kind' | 'sum' | 'shipments'>): string => {
  if (kind === 'price-increase') return 'Approve, and schedule the price increase'
  if (kind === 'page') return 'Approve the claims, and publish the page'
  if (kind === 'flag-rollout') return 'Approve, for everyone'
  if (kind === 'places' || kind === 'catalogue-entry') return 'Approve, and publish'
  if (kind === 'newsletter') return 'Approve, and schedule the newsletter'
  const many = manyButtons.get(kind)
  if (many) return many(shipments ?? 0)
  const refund = `refund ${sum === null ? '' : priceText(sum.amount, sum.currency)}`
  return kind === 'refund' ? `Approve, and ${refund}` : `Approve: receive it, and ${refund}`
}
