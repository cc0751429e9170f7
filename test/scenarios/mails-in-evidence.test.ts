import { sql } from 'kysely'
import { afterAll, expect, onTestFinished } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { evidenceSections } from '#dispute/rules/evidence.ts'
import { disputeById, gatherEvidence } from '#dispute/server/disputes.ts'
import { orderByNumber } from '#order/server/orders.ts'
import type { Shop } from '#app/shop.ts'
import { inTransaction } from '#platform/transaction.ts'
import { placesOf } from '../api/database-contents.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { startMailServer } from '../support/mail-server.ts'
import { asMember } from '../support/member.ts'
import { testInShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const mailServer = await startMailServer()
afterAll(() => mailServer.stop())

const test = testInShop({ environment: { SMTP_URL: mailServer.url } })

/** Somebody who bought one thing on January 6. */
const buying = async (shop: TestShop, card: 'approve' | 'disputed', code = 'vs-rst') => {
  const visitor = shop.visitor()
  await visitor.add(code)
  const { order } = await visitor.checkout({ card })
  return { visitor, email: visitor.email, number: order?.number ?? '' }
}

/** As a member who signs in by the link that the mail server got. */
const signedIn = (shop: TestShop, visitor: ReturnType<TestShop['visitor']>) => {
  const mails = async (to: string) => {
    await shop.settled()
    return mailServer.received().filter((mail) => mail.to === to)
  }
  return asMember({ ...shop, mails }, visitor)
}

const inProcess = async <T>(shop: TestShop, use: (opened: Shop) => Promise<T>): Promise<T> => {
  const { shop: opened, close } = await openInProcessShop(shop)
  try {
    return await use(opened)
  } finally {
    await close()
  }
}

/** What the evidence of the only dispute says of mails: the page and the PDF have the same lines. */
const mailLines = (shop: TestShop): Promise<readonly string[]> =>
  inProcess(shop, async ({ deps }) => {
    const { id } = await deps.database.selectFrom('dispute').select('id').executeTakeFirstOrThrow()
    const dispute = await disputeById(deps.database, id)
    const sections = dispute ? evidenceSections(await gatherEvidence(deps, dispute)) : []
    return sections.find(({ title }) => title === 'Mails that were sent about the order')?.lines ?? []
  })

/** Staff ask for the confirmation once more. */
const requestAgain = (shop: TestShop, number: string): Promise<void> =>
  inProcess(shop, async ({ deps }) => {
    const { id: orderId, accountId } = await orderByNumber(deps.database, number)
    await inTransaction(deps, async (tx) =>
      tx.publish({ kind: 'order-mail-requested', orderId, accountId, copy: tx.ids.uuid() }),
    )
  })

const waitingRetries = async ({ app }: TestShop): Promise<number> =>
  (await sql`select from pgboss.job where name = 'shop' and state = 'retry'`.execute(app.database.kysely))
    .rows.length

test('dispute evidence names the delivered mails of the order with address, subject and Message-ID', async ({
  shop,
}) => {
  const other = await buying(shop, 'approve')
  const { visitor, email, number } = await buying(shop, 'disputed')
  const member = await signedIn(shop, visitor)
  await member.add('syn-wk')
  const { order: further } = await member.checkout()
  await shop.travelTo('2031-01-10')
  const lines = await mailLines(shop)
  expect(lines).toEqual([
    expect.stringMatching(
      `^2031-01-06 10:\\d\\d EST: Order confirmation with the terms above, to ${email}: “Your order ${number}”, <confirmation-[\\w-]+@loam.example>$`,
    ),
    expect.stringMatching(
      `^2031-01-\\d\\d \\d\\d:\\d\\d EST: Shipped mail, to ${email}: “Order ${number} has shipped”, <shipped-[\\w-]+@loam.example>$`,
    ),
  ])
  const onTheWire = mailServer.received().filter(({ to }) => to === email)
  expect(onTheWire.map(({ subject }) => subject)).toContain(`Your order ${further?.number ?? ''}`)
  for (const line of lines) {
    const id = /<(.+)@loam.example>$/.exec(line)?.[1]
    expect(onTheWire.filter((mail) => mail.id === id)).toHaveLength(1)
  }
  expect(lines.join('\n')).not.toContain(other.number)
  expect(lines.join('\n')).not.toContain(other.email)
})

test('evidence does not name a mail that the mail server refused until a retry delivers it', async ({
  shop,
}) => {
  const { number } = await buying(shop, 'disputed')
  await shop.travelTo('2031-01-10')
  const before = await mailLines(shop)
  mailServer.refuse(true)
  onTestFinished(() => mailServer.refuse(false))
  await requestAgain(shop, number)
  await expect.poll(() => waitingRetries(shop)).toBe(1)
  expect(await mailLines(shop)).toEqual(before)
  mailServer.refuse(false)
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(shop.app.database.kysely)
  await shop.settled()
  const after = await mailLines(shop)
  expect(after).toHaveLength(before.length + 1)
  expect(after.at(-1)).toContain(`“Your order ${number}”`)
})

test('a mail whose job runs again is sent again and named once, with the time of the first delivery', async ({
  shop,
}) => {
  const { email } = await buying(shop, 'disputed')
  await shop.travelTo('2031-01-10')
  const before = await mailLines(shop)
  const sent = () => mailServer.received().filter(({ to, id }) => to === email && /^confirm|^ship/.test(id))
  const firstTime = sent().length
  // Done jobs are deleted by now: the same once more, as a queue that has lost that they are done.
  const { kysely } = shop.app.database
  await sql`insert into pgboss.job (name, data) select 'shop', jsonb_build_object('kind', 'mail: order confirmation',
      'payload', jsonb_build_object('orderId', id, 'accountId', account_id)) from "order"
    union all select 'shop', jsonb_build_object('kind', 'mail: shipment',
      'payload', jsonb_build_object('shipmentId', id, 'mail', 'shipped')) from shipment`.execute(kysely)
  await shop.settled()
  expect(sent()).toHaveLength(2 * firstTime)
  expect(await mailLines(shop)).toEqual(before)
})

test('the mail records of a gift contain nothing about the giver or the recipient', async ({ shop }) => {
  const { email } = await buying(shop, 'approve', 'syn-wk-gift-2020')
  await shop.settled()
  expect(mailServer.received().filter(({ to }) => to === 'noor@example.com')).not.toEqual([])
  const { kysely } = shop.app.database
  const rows = await kysely.selectFrom('order_mail').select(['kind', 'sent_to', 'subject']).execute()
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'gift-claim', sent_to: '', subject: '' },
      { kind: 'order-confirmation', sent_to: email, subject: expect.stringContaining('Your order') },
    ]),
  )
  expect(
    (await placesOf(kysely, ['noor', 'haddad'])).filter((place) => place.startsWith('order_mail')),
  ).toEqual([])
})

test('the data download has the mail records of its member only, and after the deletion the evidence has no address', async ({
  shop,
}) => {
  const other = await buying(shop, 'approve')
  const { visitor, email, number } = await buying(shop, 'disputed')
  await shop.travelTo('2031-01-10')
  const member = await signedIn(shop, visitor)
  const exported = await member.client.call(exportUser, {})
  expect(exported).toMatchObject({
    order_mails: [
      { order_number: number, kind: 'order-confirmation', to: email, subject: `Your order ${number}` },
      { order_number: number, kind: 'shipped', to: email, subject: `Order ${number} has shipped` },
    ],
  })
  expect(JSON.stringify(exported)).not.toContain(other.number)
  const { kysely } = shop.app.database
  const places = async () =>
    (await placesOf(kysely, [email, number])).filter((place) => place.startsWith('order_mail'))
  expect(await places()).toEqual(['order_mail.sent_to', 'order_mail.subject'])
  await member.prove()
  await member.client.call(deleteAccount, { email })
  await shop.settled()
  expect(await places()).toEqual([])
  const lines = await mailLines(shop)
  expect(lines).toEqual([
    expect.stringMatching(/EST: Order confirmation with the terms above, to the buyer, <confirmation-/),
    expect.stringMatching(/EST: Shipped mail, to the buyer, <shipped-/),
  ])
})
