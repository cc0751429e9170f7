import { sql } from 'kysely'
import { expect } from 'vitest'
import { invariantViolations } from '../../src/app/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

interface Entry {
  readonly email: string
  readonly due_on: string
  readonly outcome: string
}

const entriesOf = async ({ app }: TestShop): Promise<readonly Entry[]> => {
  const { rows } = await sql<Entry>`select a.email, e.due_on, e.outcome from renewal_run_entry e
    join account a on a.id = e.account_id join renewal_run r on r.id = e.run_id and r.finished_at is not null
    order by e.due_on, e.outcome`.execute(app.database.kysely)
  return rows
}

test('a renewal run counts every due subscription as billed, dunned, skipped or paused', async ({ shop }) => {
  const paying = await shop.member({ plan: 'monthly refill' })
  const paid = await subscriptionClient(paying)
  const dunned = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  const stolen = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  const skipping = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const pausing = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await skipping.make({ action: 'skip' })
  await pausing.make({ action: 'pause' })
  await shop.travelTo('2031-02-06')
  const on = { due_on: '2031-02-06' }
  expect(await entriesOf(shop)).toEqual([
    { ...on, email: paying.email, outcome: 'billed' },
    { ...on, email: dunned.email, outcome: 'dunned' },
    { ...on, email: stolen.email, outcome: 'ended' },
    { ...on, email: pausing.email, outcome: 'paused' },
    { ...on, email: skipping.email, outcome: 'skipped' },
  ])
  const { kysely } = shop.app.database
  expect(await invariantViolations(kysely)).toEqual([])
  // A run that lost one of them is found.
  await sql`delete from renewal_run_entry where outcome = 'billed'`.execute(kysely)
  expect(await invariantViolations(kysely)).toEqual([
    expect.stringMatching(/^renewal run [\w-]+ had 5 due and accounts for 4$/),
  ])
  // So is a subscription that waits for nothing, and one whose state differs from its records.
  await sql`update subscription set next_attempt_on = '2031-05-01' where id = ${paid.id}`.execute(kysely)
  await sql`update subscription set quantity = 3 where id = ${skipping.id}`.execute(kysely)
  // And a shipment item that is neither owed, shipped nor refunded.
  await sql`delete from shipment_item where order_id = (select id from "order" where kind = 'renewal' limit 1)`.execute(
    kysely,
  )
  const violations = await invariantViolations(kysely)
  expect(violations).toContainEqual(
    expect.stringMatching(/^order L\w+ paid for 1 ds-01, and 0 are delivered, 0 owed, 0 refunded$/),
  )
  expect(violations).toContain(
    `subscription ${paid.id} waits past its day without a charge in flight or a case`,
  )
  expect(violations).toContain(`subscription ${skipping.id} has a state that differs from its records`)
  expect(violations).toHaveLength(4)
})
