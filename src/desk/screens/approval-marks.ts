import type { Approval } from '../approval-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'

export const approvalMarks: Readonly<Record<Approval['state'], Mark>> = {
  open: { word: 'waits', level: 'low', tone: 'plain' },
  expired: { word: 'expired', level: 'struck', tone: 'bad' },
  approved: { word: 'approved', level: 'full', tone: 'ok' },
  refused: { word: 'refused', level: 'struck', tone: 'bad' },
  withdrawn: { word: 'withdrawn', level: 'struck', tone: 'quiet' },
}

/** What was asked for, in a word: `Refund of order LA5H0P3RMW`. */
export const approvalTitle = ({
  kind,
  order,
  shipments,
  plans,
}: Pick<Approval, 'kind' | 'order' | 'shipments' | 'plans'>): string => {
  if (kind === 'price-increase') return `Price increase of ${(plans ?? []).join(', ')}`
  if (kind === 'tracking-import') return `Import that ships ${shipments ?? 0} orders`
  return kind === 'refund' ? `Refund of order ${order ?? ''}` : `Return of order ${order ?? ''}`
}

/** The words of the link to what was asked for. */
export const approvalLinks: Readonly<Record<Approval['kind'], string>> = {
  refund: 'See the order',
  'return-receipt': 'See the return',
  'tracking-import': 'See the file',
  'price-increase': 'See the price increase',
}
