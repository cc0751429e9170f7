import { expect } from 'vitest'
import { setMailPreference, viewMailPreferences } from '#account/privacy-endpoints.ts'
import { noticeToSend } from '#subscription/notice/server/notices.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

const reminders = async (shop: TestShop, email: string): Promise<readonly string[]> =>
  (await shop.mails(email))
    .filter(({ subject }) => subject.startsWith('Your next order'))
    .map(({ subject, sent_at, text }) => {
      const [, sum] = /will be ordered on [^$]+ for (\$\d+\.\d\d)/.exec(text) ?? []
      return `${sent_at.slice(0, 10)} ${subject} ${sum}`
    })

test('a monthly member is reminded once, three days before each order, with the sum that will be charged', async ({
  shop,
}) => {
  // 49.99 or 99.98, and 10.00 for shipping.
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill', place: 'berlin' }))
  await shop.travelTo('2031-02-07')
  await mara.agree({ action: 'change-quantity', quantity: 2 })
  await shop.travelTo('2031-03-07')
  expect(await reminders(shop, mara.email)).toEqual([
    '2031-02-03 Your next order: February 6, 2031 $59.99',
    '2031-03-03 Your next order: March 6, 2031 $109.98',
  ])
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([5999, 5999, 10998])
})

/** `February 9–11` of the latest mail whose subject starts so. */
const arrivalIn = async (shop: TestShop, email: string, subject: string): Promise<string | undefined> => {
  const mail = (await shop.mails(email)).findLast((one) => one.subject.startsWith(subject))
  return /Arrives:? ([A-Z][a-z]+ \d+(?:–(?:[A-Z][a-z]+ )?\d+)?)/u.exec(
    mail?.text.replaceAll(/\s+/g, ' ') ?? '',
  )?.[1]
}

test('the reminder and the renewal mail of an order name the same arrival date', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill', place: 'berlin' }))
  await shop.travelTo('2031-02-03')
  const announced = await arrivalIn(shop, mara.email, 'Your next order')
  expect(announced).toMatch(/^February \d+/)
  await shop.travelTo('2031-02-06')
  expect(await arrivalIn(shop, mara.email, 'Your subscription renewed')).toBe(announced)
})

test('no reminder is sent for an order that was skipped, paused or canceled', async ({ shop }) => {
  const [skips, pauses, cancels] = [
    await subscriptionClient(await shop.member({ plan: 'monthly refill' })),
    await subscriptionClient(await shop.member({ plan: 'monthly refill' })),
    await subscriptionClient(await shop.member({ plan: 'monthly refill' })),
  ]
  await shop.travelTo('2031-02-02')
  await skips.make({ action: 'skip' })
  await pauses.make({ action: 'pause' })
  await cancels.make({ action: 'cancel' })
  await shop.travelTo('2031-03-04')
  expect(await reminders(shop, skips.email)).toEqual(['2031-03-03 Your next order: March 6, 2031 $49.99'])
  expect(await reminders(shop, pauses.email)).toEqual([])
  expect(await reminders(shop, cancels.email)).toEqual([])
})

test('a queued reminder is not sent after its order is skipped', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-02-02')
  let made = ''
  // Written down for the version of before, as by a worker that was stopped in between.
  await shop.app.change(async (tx) => {
    const row = await tx.db
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', mara.id)
      .executeTakeFirstOrThrow()
    const noticeId = tx.ids.uuid()
    const facts = {
      planName: 'Refill', version: row.version - 1, intervalMonths: 1, totalCents: 4999, creditCents: 0,
      nextOn: '2031-02-06', eventOn: '2031-02-06', card: { brand: 'visa', last4: '4242' },
      oldCents: null, newCents: null, code: null, texts: [],
    } // prettier-ignore
    await tx.db
      .insertInto('subscription_notice')
      .values({
        id: noticeId,
        subscription_id: row.id,
        account_id: row.account_id,
        kind: 'reminder',
        key: '2031-02-06',
        event_on: '2031-02-06',
        rules: '[]',
        to_days: 1,
        facts: JSON.stringify(facts),
        made_at: tx.now.toString(),
      }) // prettier-ignore
      .execute()
    made = noticeId
  })
  expect(await noticeToSend(shop.app.deps, made)).toBeNull()
  expect(await reminders(shop, mara.email)).toEqual([])
  // It is made again on its day, once, by what holds then.
  await shop.travelTo('2031-02-07')
  expect(await reminders(shop, mara.email)).toEqual(['2031-02-03 Your next order: February 6, 2031 $49.99'])
})

test('a member turns reminders off by the link of the mail, and on again in the account', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const noor = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  await shop.travelTo('2031-02-04')
  const [mail] = (await shop.mails(mara.email)).filter(({ subject }) => subject.startsWith('Your next order'))
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = /^<(\S+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(mail?.text).toContain(url)
  // Looking changes nothing; a link with another signature neither.
  expect((await fetch(url)).status).toBe(200)
  const press = (address: string) =>
    fetch(address, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await press(`${url.slice(0, -3)}xyz`)).status).toBeGreaterThanOrEqual(400)
  const wanted = async () =>
    (await mara.call(viewMailPreferences, {})).preferences.find(({ topic }) => topic === 'order-reminder')
  expect(await wanted()).toEqual({ topic: 'order-reminder', wanted: true })
  expect((await press(url)).status).toBe(200)
  expect((await press(url)).status).toBe(200)
  expect(await wanted()).toEqual({ topic: 'order-reminder', wanted: false })
  await noor.call(setMailPreference, { topic: 'order-reminder', wanted: false })
  await shop.travelTo('2031-03-07')
  expect(await reminders(shop, mara.email)).toHaveLength(1)
  await mara.call(setMailPreference, { topic: 'order-reminder', wanted: true })
  await shop.travelTo('2031-04-07')
  expect(await reminders(shop, mara.email)).toHaveLength(2)
  // What has to be said of a longer term comes all the same.
  expect(await reminders(shop, noor.email)).toEqual([])
  const renews = (await shop.mails(noor.email)).filter(({ subject }) => /renews on/.test(subject))
  expect(renews).toHaveLength(1)
})

test('a reminder names the increased price of the order', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-02-01')
  await shop.travelTo('2031-02-07')
  expect(await reminders(shop, mara.email)).toEqual(['2031-02-03 Your next order: February 6, 2031 $54.99'])
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 5499])
})

const plans = [
  'monthly refill',
  '3-month refill',
  '6-month refill',
  'vaginal refill',
  'pediatric kit',
] as const

test('every order of every plan is preceded by a mail that names its day, also after a pause, a resume and with a fixed end', async ({
  shop,
}) => {
  const everybody = []
  for (const plan of plans) everybody.push(await subscriptionClient(await shop.member({ plan })))
  const [pauses, resumes, ends] = [
    await subscriptionClient(await shop.member({ plan: 'monthly refill' })),
    await subscriptionClient(await shop.member({ plan: 'monthly refill' })),
    await subscriptionClient(await shop.member({ plan: '3-month refill' })),
  ]
  await pauses.make({ action: 'pause', until: '2031-02-20' })
  await resumes.make({ action: 'pause' })
  await ends.make({ action: 'set-end', orders: 1 })
  await shop.travelTo('2031-03-01')
  await resumes.make({ action: 'resume' })
  await shop.travelTo('2031-07-07')
  const orders = new Map<string, number>()
  for (const member of [...everybody, pauses, resumes, ends]) {
    const mails = await shop.mails(member.email)
    const [, ...renewals] = await member.charges()
    orders.set(member.email, renewals.length)
    for (const { on } of renewals) {
      const day = Temporal.PlainDate.from(on).toLocaleString('en-US', { dateStyle: 'long' })
      const reminderMails = mails.filter(
        ({ subject }) => /Your next order|renews on/.test(subject) && subject.includes(day),
      )
      expect(
        reminderMails.some(({ sent_at: at }) => at.slice(0, 10) < on),
        `${member.email} on ${on}`,
      ).toBe(true)
    }
  }
  // Six months of each plan; 31 days were left of the pauses' first order, and one order of the one that ends.
  expect([...orders.values()]).toEqual([6, 2, 1, 6, 6, 4, 4, 1])
  const last = (await shop.mails(ends.email)).filter(({ text }) => /This is the\s+last\s+order/.test(text))
  expect(last.map(({ subject }) => subject)).toEqual([
    'Your subscription renews on April 6, 2031',
    'Your next order: April 6, 2031',
  ])
})
