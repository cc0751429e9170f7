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
export const approvalTitle = ({ order, shipments }: Pick<Approval, 'order' | 'shipments'>): string =>
  order === null ? `Import that ships ${shipments ?? 0} orders` : `Refund of order ${order}`
