import { expect } from 'vitest'
import type { CrashPoint } from '#platform/crash-points.ts'
import { orderNow } from '#subscription/change/change-endpoints.ts'
import { isKilled } from '../crash/armed-shop.ts'
import { expectConsistent } from '../support/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

// An immediate order takes the steps of a renewal, so it can be interrupted where a renewal can.
const cuts: readonly (readonly [CrashPoint, number])[] = [
  // The processor was never asked: nothing is charged, and the subscription is unchanged.
  ['renewal: cycles opened', 1],
  ['renewal: processor answered', 2],
  ['renewal: order written', 2],
]

test.for(cuts.filter(([step]) => isKilled(step)))(
  'killed at "%s", an immediate order ends in %i charges',
  async ([step, charges], { shop }) => {
    const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
    const before = await mara.view()
    await Promise.all(shop.app.children.map((child) => child.retire()))
    const armed = await shop.app.start(step)
    const { token } = await mara.preview({ action: 'order-now' })
    const sent = { id: mara.id, token, request_id: 'sent before the fall' }
    await expect(mara.call(orderNow, sent)).rejects.toThrow(TypeError)
    await armed.ended
    await shop.app.start()
    await shop.travelDays(1)
    await expectConsistent(shop)
    expect(await mara.charges()).toHaveLength(charges)
    if (charges === 2) {
      // The same request again returns the outcome.
      expect(await mara.call(orderNow, sent)).toMatchObject({ charge: 'charged' })
      expect((await mara.view()).next_order_on).toBe('2031-02-06')
      await shop.travelTo('2031-02-06')
      expect(await mara.charges()).toHaveLength(3)
    } else {
      await expect(mara.call(orderNow, sent)).rejects.toMatchObject({ data: { reason: 'order-not-placed' } })
      expect(await mara.view()).toEqual(before)
      const again = await mara.agree({ action: 'order-now' })
      expect(again.made.charge).toBe('charged')
    }
    await expectConsistent(shop)
  },
)
