import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { viewUser } from '#account/endpoints.ts'
import { exportUser } from '#account/privacy-endpoints.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { expectLedgerConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'

/** A member who has bought once and subscribes to nothing. */
const buyer = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('vs-rst')
  await visitor.checkout()
  return shop.asMember(visitor)
}

const temporaryFile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-member-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'member.json')
}

const actions = async ({ app }: TestShop) => {
  const { rows } = await sql<{ action: string; after: unknown }>`
    select act as action, after from audit_entry where act like 'member.%' order by at`.execute(
    app.database.kysely,
  )
  return rows
}

test('an operator’s export equals the member’s own download, in a file that only the operator can read', async ({
  shop,
}) => {
  const mara = await buyer(shop)
  await mara.prove()
  const own = await mara.client.call(exportUser, {})
  const file = await temporaryFile()
  expect((await runShopCommand(shop, 'member', 'export', mara.email.toUpperCase(), file)).code).toBe(0)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(own)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await actions(shop)).toMatchObject([{ action: 'member.exported' }])
})

test('an operator corrects member data by the rules of the form, and the audit log contains none of the data', async ({
  shop,
}) => {
  const mara = await buyer(shop)
  const refused = await runShopCommand(shop, 'member', 'correct', mara.email, '--first-name', 'a'.repeat(500))
  expect(refused.code).toBe(1)
  const before = await mara.client.call(viewUser, {})
  const { code } = await runShopCommand(shop, 'member', 'correct', mara.email, '--last-name', 'Okonkwo')
  expect(code).toBe(0)
  const after = await mara.client.call(viewUser, {})
  expect(after).toEqual({ ...before, lastName: 'Okonkwo' })
  const entries = await actions(shop)
  expect(entries).toMatchObject([{ action: 'member.corrected' }])
  expect(JSON.stringify(entries)).not.toContain('Okonkwo')
})

test('the member command refuses an unknown or erased e-mail with a sentence', async ({ shop }) => {
  const mara = await buyer(shop)
  expect((await runShopCommand(shop, 'member', 'erase', mara.email)).code).toBe(0)
  await expect(mara.client.call(viewUser, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  const file = await temporaryFile()
  for (const words of [
    ['erase', mara.email],
    ['export', mara.email, file],
    ['erase', 'nobody@loam.example'],
  ]) {
    const { code, lines } = await runShopCommand(shop, 'member', ...words)
    expect([code, ...lines]).toEqual([1, `No account has the email ${words[1]}.`])
  }
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  const { rows } = await sql`select from account where email = ${mara.email}`.execute(
    shop.app.database.kysely,
  )
  expect(rows).toEqual([])
  expect(await actions(shop)).toMatchObject([{ action: 'member.erased' }])
  await expectLedgerConsistent(shop)
})

test('a member whose renewal is being charged cannot be erased, and the renewal is completed', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: other, close } = await openInProcessShop(shop)
  onTestFinished(close)
  const { kysely } = shop.app.database
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = kysely.transaction().execute(async (tx) => {
    await sql`lock table "order" in exclusive mode`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  await other.clock.moveTo(other.clock.now().add({ hours: 24 * 40 }))
  const renewing = other.runDue()
  await waitUntilBlocked(kysely, 1, '"order"')
  const erasing = runShopCommand(shop, 'member', 'erase', mara.email)
  await Promise.race([erasing, waitUntilBlocked(kysely, 2, '')])
  released.resolve()
  await Promise.all([holding, renewing])
  const { code, lines } = await erasing
  expect([code, lines.join(' ')]).toEqual([
    1,
    expect.stringMatching(/cancel your subscriptions|confirming a payment/),
  ])
  expect(await actions(shop)).toEqual([])
  const { rows } = await sql`select from "order"`.execute(kysely)
  expect(rows).toHaveLength(2)
  const left = await sql`select from account where email = ${mara.email} and erased_at is null`.execute(
    kysely,
  )
  expect(left.rows).toHaveLength(1)
})
