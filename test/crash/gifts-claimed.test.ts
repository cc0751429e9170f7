import { sql } from 'kysely'
import { expect } from 'vitest'
import { claimGift } from '#gift/endpoints.ts'
import { ApiError } from '../support/api-client.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { test, type TestShop } from '../support/shop.ts'

const count = 6

const recipient = (position: number): string => `noor-${position}@example.com`

/** Two windows of each recipient name different streets, so that a shipment shows whose claim it is. */
const claimOf = (token: string, position: number, window: number) => ({
  token,
  address: { ...places.oregon, address: `${10 + position} Window ${window} Street` },
})

const linkTo = async (shop: TestShop, email: string): Promise<string> => {
  const links = (await shop.mails(email)).flatMap(
    ({ text }) => /\/gift\/claim\/([\w.-]+)/.exec(text)?.[1] ?? [],
  )
  expect(links).toHaveLength(1)
  return links[0] ?? ''
}

/** Read from the records directly: the street of each gift's shipment, and how often it was shipped. */
const shipments = async (shop: TestShop) => {
  const { rows } = await sql<{
    email: string
    street: string
    units: number
  }>`select g.recipient_email as email,
      coalesce(g.ship_to ->> 'address', '') as street,
      (select coalesce(sum(i.stock_quantity), 0)::int from shipment_item i join shipment s on s.id = i.shipment_id
        where i.order_id = o.id and s.shipped_at is not null) as units
    from gift g join "order" o on o.id = g.order_id`.execute(shop.app.database.kysely)
  return new Map(rows.map(({ email, street, units }) => [email, { street, units }]))
}

test('when the process is killed while gifts are claimed, each is claimed and shipped once, as answered', async ({
  shop,
}) => {
  await Promise.all(
    Array.from({ length: count }, async (_, position) => {
      const giver = shop.visitor()
      await giver.add('syn-wk-gift-2020')
      await giver.enterGiftDetails({ recipient_email: recipient(position) })
      await giver.checkout()
    }),
  )
  await shop.settled()
  const tokens = await Promise.all(Array.from({ length: count }, (_, at) => linkTo(shop, recipient(at))))
  const { promise: someAnswers, resolve } = Promise.withResolvers<void>()
  let answers = 0
  const sent = tokens.flatMap((token, position) =>
    [1, 2].map(async (window) => {
      const answer = await shop
        .visitor()
        .client.call(claimGift, claimOf(token, position, window))
        .catch(() => null)
      if ((answers += 1) === 3) resolve()
      return answer
    }),
  )
  await someAnswers
  await Promise.all(shop.app.children.map((child) => child.kill()))
  const answered = await Promise.all(sent)
  await shop.app.start()
  // If a claim was answered before the kill, its street is kept; a client without an answer claims again.
  const shipmentsBefore = await shipments(shop)
  for (const [position, token] of tokens.entries()) {
    const before = shipmentsBefore.get(recipient(position))?.street ?? ''
    const again = await shop
      .visitor()
      .client.call(claimGift, claimOf(token, position, 3))
      .then(
        ({ state }) => state,
        (thrown: unknown) => (thrown instanceof ApiError ? thrown.code : 'no answer'),
      )
    expect(again).toBe(before.includes('Window') ? 'ACTION_NOT_ALLOWED' : 'claimed')
    const now = (await shipments(shop)).get(recipient(position))?.street ?? ''
    const wasNotified = answered.slice(position * 2, position * 2 + 2).some((answer) => answer !== null)
    if (wasNotified) expect(before).toContain(`${10 + position} Window`)
    if (before.includes('Window')) expect(now).toBe(before)
    else expect(now).toBe(`${10 + position} Window 3 Street`)
  }
  await shop.travelDays(30)
  const left = await shipments(shop)
  expect([...left.values()].map(({ units }) => units)).toEqual(Array.from({ length: count }, () => 1))
  for (let position = 0; position < count; position += 1) {
    const subjects = (await shop.mails(recipient(position))).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('has shipped'))).toHaveLength(1)
  }
  expect(await shop.chargedCents()).toEqual(Array.from({ length: count }, () => 4999))
  await expectConsistent(shop)
})
