import { expect } from 'vitest'
import { sql } from 'kysely'
import { createDisputeJobs } from '#dispute/server/subscription-jobs.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

test('a subscription restarts after a won dispute according to the setting, also when the first attempt fails', async ({
  shop,
}) => {
  const { kysely } = shop.app.database
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout({ card: 'disputed' })
  const mara = await subscriptionClient(await shop.asMember(buyer))
  await shop.travelTo('2031-01-10')
  const { id: disputeId } = await kysely.selectFrom('dispute').select('id').executeTakeFirstOrThrow()
  await runShopCommand(shop, 'disputes', 'submit', disputeId)
  await shop.travelTo('2031-01-16')
  expect(await mara.view()).toMatchObject({ state: 'paused', stopped_message: null })

  // As it was before the job of the end, which a shop with the other setting runs now.
  await kysely.updateTable('subscription_stop').set({ released_at: null }).execute()
  const { shop: inProcess, close } = await openInProcessShop(shop)
  const services = {
    ...inProcess.services,
    disputes: { ...inProcess.services.disputes, resume_when_won: true },
  }
  const release = () => createDisputeJobs(services)['dispute: release subscriptions']({ disputeId })
  await sql`create function broken_row() returns trigger language plpgsql as
    $$ begin raise exception 'this row is broken'; end $$`.execute(kysely)
  await sql`create trigger broken before update on subscription for each row
    when (new.state = 'active') execute function broken_row()`.execute(kysely)
  await release().catch(() => undefined)
  await sql`drop function broken_row() cascade`.execute(kysely)
  await release()
  // What failed is tried again after some seconds.
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(kysely)
  await shop.settled()
  expect(await mara.view()).toMatchObject({ state: 'active', stopped_message: null })
  await close()
  await expectConsistent(shop)
})
