import type { Announcement } from '#shared/announcements.ts'
import type { Jobs, NewJob } from '#platform/jobs.ts'
import type { World } from '#platform/world.ts'
import type { ShopJobShapes } from './job-shapes.ts'

type Job = NewJob<ShopJobShapes>

/** What follows from what a room announced. */
const jobsFor = (announcement: Announcement): readonly Job[] => {
  switch (announcement.kind) {
    case 'order-placed':
      return [{ kind: 'mail: order confirmation', payload: orderOf(announcement) }]
    case 'order-shipped':
      return [{ kind: 'mail: order shipped', payload: orderOf(announcement) }]
    case 'renewal-charged':
      return [{ kind: 'mail: renewal charged', payload: orderOf(announcement) }]
    case 'renewal-declined': {
      const { subscriptionId, accountId, cycle } = announcement
      return [{ kind: 'mail: renewal declined', payload: { subscriptionId, accountId, cycle } }]
    }
    case 'password-asked': {
      const { accountId, reason } = announcement
      return [{ kind: 'mail: set password', payload: { accountId, reason } }]
    }
    default:
      return announcement satisfies never
  }
}

const orderOf = ({ orderId, accountId }: { readonly orderId: string; readonly accountId: string }) => ({
  orderId,
  accountId,
})

/** Writes the jobs of a transaction's announcements inside that transaction, in one statement. */
export const createListener =
  (jobs: Jobs<ShopJobShapes>): World['listen'] =>
  (work, announcements) =>
    jobs.add(work, announcements.flatMap(jobsFor))
