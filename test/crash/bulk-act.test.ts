import { expect } from 'vitest'
import { insertBulk, selectBulk, startBulk } from '#desk/server/desk-bulk-store.ts'
import { auditEntries } from '#staff/server/audits.ts'
import { inviteStaff, staffByEmail } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { expectConsistent } from '../support/invariants.ts'
import { test } from '../support/shop.ts'
import { armed } from './armed-shop.ts'

test('killed between two orders of an act on many: it goes on, and does each once', async ({ shop }) => {
  const { deps } = shop.app
  const db = deps.database
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    numbers.push((await buyer.checkout()).order?.number ?? '')
  }
  const orders = await db.selectFrom('order').select('id').where('number', 'in', numbers).execute()
  const email = 'ines@staff.example'
  await inTransaction(deps, (tx) =>
    inviteStaff(tx, { actor: 'operator', requestId: 'test' }, { email, role: 'operations' }),
  )
  const staff = await staffByEmail(db, email)
  const { died } = await armed(shop, 'bulk act: order done')
  const id = await inTransaction(deps, async (tx) => {
    const made = await insertBulk(tx, {
      requestId: deps.ids.uuid(),
      act: 'hold',
      filter: null,
      staffId: staff?.id ?? '',
      orderIds: orders.map((order) => order.id),
    })
    const bulkId = made ?? ''
    await startBulk(tx, bulkId, { reason: 'The lot is checked.', leftOut: new Map() })
    tx.publish({ kind: 'bulk-act-due', bulkId })
    return bulkId
  })
  await died
  expect(await selectBulk(db, id)).toMatchObject({ done: 1, finished_at: null })
  await shop.app.start()
  await shop.settled()
  expect(await selectBulk(db, id)).toMatchObject({ done: 3, left_out: 0, failed: 0 })
  for (const number of numbers) {
    const entries = await auditEntries(db, { subject: `order:${number}`, before: null, limit: 10 })
    expect(entries.map(({ act }) => act)).toEqual(['order.held'])
  }
  await expectConsistent(shop)
})
