import { sql } from 'kysely'
import { expect } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { undoChange } from '#subscription/change/change-endpoints.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { expectConsistent, expectLedgerConsistent } from '../support/invariants.ts'
import type { Member } from '../support/member.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

const leave = ({ client, email }: Pick<Member, 'client' | 'email'>) => client.call(deleteAccount, { email })

/** Somebody whose only subscription was canceled, so that they may delete their account. */
const canceled = async (shop: TestShop) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { change_id: changeId } = await mara.make({
    action: 'cancel',
    cancellationReasonId: 'prefer-not-to-say',
  })
  // The next purchase is no repetition of the first.
  await shop.advanceSeconds(120)
  await mara.prove()
  return { ...mara, changeId }
}

test('a buyer who waits for the bank’s answer cannot delete the account, because the order would have no owner', async ({
  shop,
}) => {
  const mara = await canceled(shop)
  await mara.add('syn-rf')
  const pending = await mara.checkout({ card: 'authenticate' })
  expect(pending.status).toBe('challenge')
  const refused = { code: 'ACTION_NOT_ALLOWED', data: { reason: 'charge-in-flight' } }
  await expect(leave(mara)).rejects.toMatchObject(refused)
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  await mara.untilDecided(pending.checkout_id)
  await expect(leave(mara)).rejects.toMatchObject({ data: { reason: 'live-subscriptions' } })
  await expectConsistent(shop)
})

test('a stranger’s purchase with a member’s e-mail does not prevent the deletion of the member’s account', async ({
  shop,
}) => {
  const mara = await canceled(shop)
  const stranger = shop.visitor()
  await stranger.add('vs-rst')
  const pending = await stranger.checkout({ card: 'authenticate', email: mara.email })
  expect(pending.status).toBe('challenge')
  expect(await leave(mara)).toEqual({ success: true })
})

/** Two actions about one account that meet at its subscription: `first` waits there before `second` comes. */
const inOrder = async <A, B>(
  shop: TestShop,
  id: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
) => {
  const db = shop.app.database.kysely
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (tx) => {
    await sql`select from subscription where id = ${id} for update`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const one = first()
  await waitUntilBlocked(db, 1, 'subscription')
  const other = second()
  const both = Promise.allSettled([one, other])
  // Either it waits too, or it does not need to, which would be the fault.
  const isOver = other.then(() => undefined, () => undefined) // prettier-ignore
  await Promise.race([waitUntilBlocked(db, 2, 'subscription'), isOver])
  released.resolve()
  await holding
  return (await both).map(({ status }) => status)
}

const liveOfDeleted = async (shop: TestShop): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from subscription s
    join account a on a.id = s.account_id where a.erased_at is not null and s.state = 'active'`.execute(
    shop.app.database.kysely,
  )
  return rows[0]?.n ?? 0
}

test('of reactivating a subscription and deleting the account at once, exactly one succeeds', async ({
  shop,
}) => {
  for (const comeBack of ['reactivate', 'undo'] as const) {
    for (const leavesFirst of [false, true]) {
      const mara = await canceled(shop)
      const { id, changeId: change_id } = mara
      const comes = (): Promise<unknown> =>
        comeBack === 'undo' ? mara.call(undoChange, { id, change_id }) : mara.make({ action: 'reactivate' })
      const leaves = (): Promise<unknown> => leave(mara)
      const actions = leavesFirst ? ([leaves, comes] as const) : ([comes, leaves] as const)
      expect(await inOrder(shop, id, ...actions), comeBack).toEqual(['fulfilled', 'rejected'])
      expect(await liveOfDeleted(shop)).toBe(0)
    }
  }
})

test('of a purchase and the deletion of the account sent at once, exactly one succeeds', async ({ shop }) => {
  const mara = await canceled(shop)
  await mara.add('syn-rf')
  const filled = await mara.fill()
  const answers = await Promise.allSettled([mara.send(filled), leave(mara)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await liveOfDeleted(shop)).toBe(0)
  // Mails of a deleted account are deleted too.
  await expectLedgerConsistent(shop)
})
