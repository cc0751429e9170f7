import { sql } from 'kysely'
import { expect } from 'vitest'
import { viewUser } from '#account/endpoints.ts'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { untilDoneOrBlocked, waitUntilBlocked } from '../support/database-locks.ts'
import { expectLedgerConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

test('granting credit while the member deletes the account is refused and leaves no credit', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const visitor = shop.visitor()
  await visitor.add('vs-rst')
  await visitor.checkout()
  const mara = await shop.asMember(visitor)
  const { externalId: accountId } = await mara.client.call(viewUser, {})
  await mara.prove()
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table contact_message in exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const leaving = mara.client.call(deleteAccount, { email: mara.email })
  await waitUntilBlocked(db, 1, 'contact_message')
  let isDone = false
  const granting = runShopCommand(shop, 'credit', mara.email, '20.00', 'For', 'Maras', 'jar').finally(() => {
    isDone = true
  })
  await untilDoneOrBlocked(db, async () => isDone, 2)
  released.resolve()
  await Promise.all([holding, leaving])
  const { code, lines } = await granting
  const { rows } = await sql`select id from credit_grant where account_id = ${accountId}`.execute(db)
  expect(rows).toEqual([])
  expect(lines.join(' ')).toMatch(/No account has the email/)
  expect(code).not.toBe(0)
  await expectLedgerConsistent(shop)
})
