import { sql } from 'kysely'
import { expect } from 'vitest'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { customAction, openReferral, takeReferral } from '#loyalty/endpoints.ts'
import { answerSurvey } from '#survey/endpoints.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { expectLedgerConsistent } from '../support/invariants.ts'
import { test, type TestShop } from '../support/shop.ts'
import type { Checkout } from '../support/visitor.ts'

/** A member of the program without a subscription, who may delete their account, and their code. */
const joins = async (shop: TestShop, bought: Checkout, referralCode: string | null) => {
  const visitor = shop.visitor()
  if (referralCode !== null) await visitor.client.call(takeReferral, { code: referralCode })
  await visitor.add('vs-rst')
  await visitor.checkout(bought)
  const member = await shop.asMember(visitor)
  await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  const { code } = await member.client.call(openReferral, {})
  return { member, code }
}

/** Holds locks of a transaction until it is released, and undoes it. */
const holdLocks = async (shop: TestShop, statement: ReturnType<typeof sql>) => {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const undone = new Error('undone')
  const holding = shop.app.database.kysely
    .transaction()
    .execute(async (tx) => {
      await statement.execute(tx)
      held.resolve()
      await released.promise
      throw undone
    })
    .catch((thrown: unknown) => expect(thrown).toBe(undone))
  await held.promise
  return async () => {
    released.resolve()
    await holding
  }
}

/** Points, credit and codes that a deleted account has. */
const leftovers = async (shop: TestShop): Promise<unknown[]> => {
  const { rows } = await sql`
    select 'points' as what from loyalty_entry e join account a on a.id = e.account_id where a.erased_at is not null
    union all select 'code' from loyalty_code c join account a on a.id = c.account_id where a.erased_at is not null
    union all select 'credit' from credit_balance m join account a on a.id = m.account_id
      where a.erased_at is not null and m.available_cents > 0`.execute(shop.app.database.kysely)
  return rows
}

test('points and referral codes requested while an account is deleted are deleted with the account', async ({
  shop,
}) => {
  const { member } = await joins(shop, {}, null)
  const { client, email } = member
  const survey_responses = [
    { question_id: 'reason', option_id: 'digestion' },
    { question_id: 'before', option_id: 'never' },
    { question_id: 'when', option_id: 'meal' },
    { question_id: 'notice', answer_text: 'Sleep' },
  ]
  await client.call(answerSurvey, { survey_name: 'onboarding', survey_responses })
  await shop.settled()
  await member.prove()
  const release = await holdLocks(shop, sql`select from experiment_choice for update`)
  const leaving = client.call(deleteAccount, { email })
  await waitUntilBlocked(shop.app.database.kysely, 1, 'experiment_choice')
  const requested = Promise.allSettled([
    client.call(customAction, { action_name: 'complete_profile' }),
    client.call(openReferral, {}),
  ])
  await waitUntilBlocked(shop.app.database.kysely, 3, '')
  await release()
  expect(await leaving).toEqual({ success: true })
  expect(await requested).toMatchObject([
    { reason: { code: 'UNAUTHENTICATED' } },
    { reason: { code: 'UNAUTHENTICATED' } },
  ])
  expect(await leftovers(shop)).toEqual([])
})

test('reviewing a referral while its member deletes the account gives the deleted account nothing', async ({
  shop,
}) => {
  const rex = await joins(shop, {}, null)
  const fay = await joins(shop, { card: 'mastercard', place: 'california' }, rex.code)
  const { kysely: db } = shop.app.database
  await sql`update loyalty_referral set next_check_on = '2099-01-01'`.execute(db)
  await shop.travelDays(44)
  await rex.member.prove()
  // The points of the friend are written after those of the referrer: there the review waits.
  const entry = sql`insert into loyalty_entry (id, account_id, action, points, at)
    select gen_random_uuid(), id, 'came_by_friend', 1, now() from account where email = ${fay.member.email}`
  const release = await holdLocks(shop, entry)
  await sql`update loyalty_referral set next_check_on = '2031-01-01'`.execute(db)
  const reviewing = shop.advanceSeconds(1)
  await waitUntilBlocked(db, 1, 'loyalty_entry')
  const leaving = rex.member.client.call(deleteAccount, { email: rex.member.email })
  await waitUntilBlocked(db, 2, '')
  await release()
  await reviewing
  expect(await leaving).toEqual({ success: true })
  expect(await leftovers(shop)).toEqual([])
  await shop.travelDays(8)
  expect(await leftovers(shop)).toEqual([])
  await expectLedgerConsistent(shop)
})
