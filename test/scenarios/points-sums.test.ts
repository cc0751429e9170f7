import { expect } from 'vitest'
import { exportUser } from '#account/privacy-endpoints.ts'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { customAction, openReferral, takeReferral, viewCredit, viewLoyalty } from '#loyalty/endpoints.ts'
import type { Order } from '#order/endpoints.ts'
import { answerSurvey } from '#survey/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import type { Member } from '../support/member.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test, type TestShop } from '../support/shop.ts'
import type { Checkout } from '../support/visitor.ts'

/** Somebody in the program, with what a reader of the terms would count for them. */
interface Participant {
  readonly member: Member
  readonly referrer: Participant | null
  /** Days on which something was earned for good. */
  hasProfile: boolean
  hasEarned: boolean
}

const join = async (member: Member): Promise<void> => {
  await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
}

const comeBy = async (shop: TestShop, referrer: Participant, bought: Checkout): Promise<Participant> => {
  await referrer.member.signIn()
  const { code } = await referrer.member.client.call(openReferral, {})
  const visitor = shop.visitor()
  await visitor.client.call(takeReferral, { code })
  await visitor.add('syn-rf')
  await visitor.checkout(bought)
  const member = await shop.asMember(visitor)
  await join(member)
  return { member, referrer, hasProfile: false, hasEarned: false }
}

const answers = [
  { question_id: 'reason', option_id: 'digestion' },
  { question_id: 'before', option_id: 'never' },
  { question_id: 'when', option_id: 'meal' },
  { question_id: 'notice', answer_text: 'Sleep' },
]

const completeProfile = async (participant: Participant): Promise<void> => {
  const { member } = participant
  await member.signIn()
  await member.client.call(answerSurvey, { survey_name: 'onboarding', survey_responses: answers })
  // Said twice, it counts once.
  await member.client.call(customAction, { action_name: 'complete_profile' })
  participant.hasProfile = true
}

/** Whether the first order that was paid and kept was shipped at least thirty days ago. */
const isOldEnough = (orders: readonly Order[], today: string): boolean => {
  const kept = orders.filter(
    ({ state, refunded, total, credit }) =>
      state !== 'canceled' && Number(refunded) === 0 && Number(total) > Number(credit),
  )
  const shippedAt = kept[0]?.shipments[0]?.shipped_at
  if (!shippedAt) return false
  const day = Temporal.Instant.from(shippedAt).toZonedDateTimeISO('America/New_York').toPlainDate()
  return day.add({ days: 30 }).toString() <= today
}

/** What the terms say: 100 for a profile, 250 for coming by a friend, 500 for each friend who stayed. */
const countedFor = (participant: Participant, all: readonly Participant[]) => {
  const friends = all.filter(({ referrer, hasEarned }) => referrer === participant && hasEarned).length
  const cameBy = participant.hasEarned ? 1 : 0
  return {
    points: (participant.hasProfile ? 100 : 0) + 250 * cameBy + 500 * friends,
    entries: (participant.hasProfile ? 1 : 0) + cameBy + friends,
    credits: cameBy + friends,
  }
}

const expectCounted = async (shop: TestShop, all: readonly Participant[]): Promise<void> => {
  const today = await shop.today()
  for (const one of all)
    if (one.referrer !== null && isOldEnough(await one.member.orders(), today)) one.hasEarned = true
  for (const one of all) {
    const { client } = one.member
    await one.member.prove()
    const { points, entries } = await client.call(viewLoyalty, {})
    const { credit } = await client.call(viewCredit, {}).then(({ entries: moved }) => ({
      credit: moved.filter(({ kind }) => kind === 'refer-friend' || kind === 'came-by-friend'),
    }))
    const counted = countedFor(one, all)
    expect({ points, entries: entries.length, credits: credit.length }).toEqual(counted)
    const page = (await client.send({ method: 'GET', path: '/account/inner-circle' })).text
    expect(page).toMatch(new RegExp(`>${counted.points}</p>`))
    const file = JSON.stringify(await client.call(exportUser, {}))
    expect(file.match(/"action":"(?:complete_profile|refer_friend|came_by_friend)"/g)?.length ?? 0).toBe(
      counted.entries,
    )
  }
}

test('points of profiles, friends and friends of friends equal the points counted from orders and answers', async ({
  shop,
}) => {
  const first = await shop.member({ plan: 'monthly refill' })
  await join(first)
  const rex: Participant = { member: first, referrer: null, hasProfile: false, hasEarned: false }
  const away = { card: 'mastercard', place: 'california' } as const
  const kept = await comeBy(shop, rex, away)
  const withdrawn = await comeBy(shop, rex, away)
  const refunded = await comeBy(shop, rex, away)
  const second = await comeBy(shop, kept, { card: 'amex', place: 'manhattan' })
  const all = [rex, kept, withdrawn, refunded, second]
  await expectCounted(shop, all)
  await completeProfile(rex)
  await completeProfile(second)
  const newest = async ({ member }: Participant) => (await member.orders()).at(-1)?.number ?? ''
  const { email, client } = withdrawn.member
  await client.call(withdraw, { number: await newest(withdrawn), email })
  await runShopCommand(shop, 'refund', await newest(refunded), '1.00')
  await expectCounted(shop, all)
  for (const day of ['2031-01-28', '2031-02-09', '2031-02-28']) {
    await shop.travelTo(day)
    await expectCounted(shop, all)
  }
  // Given for good: what is refunded afterwards takes nothing back.
  expect(kept.hasEarned).toBe(true)
  await runShopCommand(shop, 'refund', await newest(kept))
  // The renewal of the one whose first order was refunded in part counts like a first one.
  await shop.travelTo('2031-03-31')
  await expectCounted(shop, all)
  expect(all.map((one) => countedFor(one, all).points)).toEqual([1100, 750, 0, 250, 350])
})
