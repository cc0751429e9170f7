import { sql } from 'kysely'
import { expect } from 'vitest'
import { requestReturn, viewReturns } from '#return/endpoints.ts'
import { receiveReturn } from '#return/server/received-returns.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

const atReceipt: readonly CrashPoint[] = ['refund: written', 'refund: processor answered', 'refund: recorded']

const stockOf = async (shop: TestShop): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select available as n from stock where product = 'ds-01'`.execute(
    shop.app.database.kysely,
  )
  return rows[0]?.n ?? 0
}

/** An operator's command receives the return, and goes no further than this step. */
const receiveUntil = async (shop: TestShop, number: string, step: CrashPoint): Promise<void> => {
  const opened = await openInProcessShop(shop, { environment: shop.app.environment })
  const { services } = opened.shop
  const deps = {
    ...services.deps,
    reachCrashPoint: (reached: CrashPoint): void => {
      if (reached === step) throw new Error('the command ends here')
    },
  }
  const receipt = {
    number,
    contents: { kind: 'announced', isRestocked: true },
    otherContents: null,
    message: null,
  } as const
  const received = receiveReturn({ ...services, deps }, receipt)
  await expect(received).rejects.toThrow('the command ends here')
  await opened.close()
}

test('a command killed while receiving a return makes one stock movement, one refund and one mail', async ({
  shop,
}) => {
  for (const [at, step] of atReceipt.entries()) {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const { order } = await buyer.checkout()
    const lookup = { number: order?.number ?? '', email: buyer.email }
    const tracking = `1ZRECEIVED${at}`
    await runShopCommand(shop, 'ship', lookup.number, '--carrier', 'ups', '--tracking', tracking)
    await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
    const { number } = await buyer.client.call(requestReturn, {
      ...lookup,
      request_id: 'once',
      reason: 'other',
      lines: [{ position: 0, quantity: 1 }],
    })
    const before = await stockOf(shop)
    await receiveUntil(shop, number, step)
    // The operator tries again, and the worker does the rest.
    expect((await runShopCommand(shop, 'return', number)).lines.join()).toContain('was received before')
    await shop.travelDays(1)
    expect(await stockOf(shop)).toBe(before + 1)
    expect(await buyer.client.call(viewReturns, lookup)).toMatchObject({
      returns: [{ number, state: 'received', refund: '49.99' }],
    })
    const subjects = (await shop.mails(buyer.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Refund for your order'))).toHaveLength(1)
  }
  expect(await shop.refundedCents()).toEqual(atReceipt.map(() => 4999))
  await expectConsistent(shop)
})
