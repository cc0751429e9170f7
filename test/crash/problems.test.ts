import { expect } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'
import { armed, cut } from './armed-shop.ts'

test.for(['refund', 'reship'] as const)(
  'killed when a problem is recorded, a %s is done once',
  async (wish, { shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const { order } = await buyer.checkout()
    const lookup = { number: order?.number ?? '', email: buyer.email }
    await runShopCommand(shop, 'ship', lookup.number, '--carrier', 'ups', '--tracking', '1ZWRONG')
    await runShopCommand(shop, 'shipments', 'event', '1ZWRONG', 'delivered')
    const { died } = await armed(shop, 'problem: recorded')
    const report = () =>
      buyer.client.call(reportProblem, {
        ...lookup,
        request_id: 'once',
        kind: 'missing',
        wish,
        details: '',
        lines: [{ position: 0, quantity: 1 }],
        photos: [],
      })
    expect(await report().catch(cut)).toBe('interrupted')
    await died
    await shop.app.start()
    expect((await report()).number).toBe(`${lookup.number}-P1`)
    await shop.travelDays(2)
    const { shipments, refunded } = await buyer.client.call(findGuestOrder, lookup)
    expect(shipments.filter((one) => one.is_reship)).toHaveLength(wish === 'reship' ? 1 : 0)
    // Packed and handed over by the warehouse of a sandbox shop.
    if (wish === 'reship') expect(shipments.find((one) => one.is_reship)?.state).toBe('shipped')
    expect(refunded).toBe(wish === 'refund' ? '49.99' : '0.00')
    expect(await shop.refundedCents()).toEqual([wish === 'refund' ? 4999 : 0])
    await expectConsistent(shop)
  },
)
