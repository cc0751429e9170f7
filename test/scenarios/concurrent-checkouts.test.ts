import { sql } from 'kysely'
import { expect } from 'vitest'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { count, outcomeOf } from '../support/outcomes.ts'
import { test } from '../support/shop.ts'

const metAnother = (line: string): boolean => line.includes('met another one')

test('one checkout submitted 20 times at once, in 6 rounds, makes one charge each and gives every request the same answer', async ({
  shop,
}) => {
  for (let round = 0; round < 6; round += 1) {
    const visitor = shop.visitor()
    await visitor.add('syn-rf')
    const forms = await Promise.all(Array.from({ length: 4 }, () => visitor.fill()))
    const sent = forms.flatMap((filled) => Array.from({ length: 5 }, () => outcomeOf(visitor.send(filled))))
    expect(count(await Promise.all(sent))).toEqual({ ordered: 20 })
  }
  expect(await shop.chargedCents()).toEqual(Array.from({ length: 6 }, () => 4999))
  expect(shop.logged().filter(metAnother)).toEqual([])
})

test('checkouts submitted while the order is being written wait for the order and do not deadlock', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const forms = await Promise.all(Array.from({ length: 6 }, () => visitor.fill()))
  const { kysely } = shop.app.database
  const answers = await kysely.transaction().execute(async (db) => {
    // The order cannot be written before this transaction ends; everything before it can.
    await sql`lock table "order" in share mode`.execute(db)
    const sent = forms.slice(0, 1).map((filled) => outcomeOf(visitor.send(filled)))
    await waitUntilBlocked(kysely, 1, 'insert into "order"')
    sent.push(...forms.slice(1).map((filled) => outcomeOf(visitor.send(filled))))
    await waitUntilBlocked(kysely, 5, 'select * from "cart"')
    return sent
  })
  expect(count(await Promise.all(answers))).toEqual({ ordered: 6 })
  expect(await shop.chargedCents()).toEqual([4999])
  expect(shop.logged().filter(metAnother)).toEqual([])
})
