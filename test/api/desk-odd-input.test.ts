import { afterAll, expect, test } from 'vitest'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { deskVisits } from './desk-impersonation.ts'
import { joinDesk } from './desk-person.ts'
import { reportersOf } from './reported-problems.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { kysely: db } = shop.app.database
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')
const mira = await joinDesk(api, 'marketing', 'mira')
const { start, memberWithId } = deskVisits(api)
const newId = () => api.opened.deps.ids.uuid()

const report = await reportersOf(api, sam)()
const buyer = shop.visitor()
await buyer.add('syn-rf')
const { order } = await buyer.checkout({ card: 'refund-refused' })
await runShopCommand(shop, 'refund', order?.number ?? '')
const { id: refund } = await db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
const { id: member } = await memberWithId()
const { id: subscription } = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))

const odd: readonly (readonly [what: string, value: string])[] = [
  ['a character that no database stores', 'a\u0000b'],
  ['half of a character', 'a\ud800b'],
  ['a very long word', 'x'.repeat(50_000)],
  ['a formula', '=HYPERLINK("http://evil.example","here")'],
  ['markup', '<script>alert(1)</script>'],
  ['another direction', '\u202Egnp.exe'],
  ['spaces', ' \u00a0 '],
  ['characters of several code points', '👩‍👩‍👧'.repeat(300)],
  ['an escape', '%00%ff'],
  ['a statement', "' or 1=1 --"],
]

const pages = [
  `/desk/problems/${report.number}`,
  `/desk/refunds/${refund}`,
  `/desk/subscriptions/${subscription}`,
  '/desk/tasks/renewal-parked',
  `/desk/members/${member}/act`,
  '/desk/catalogue/entries/syn-wk',
]

const undone = async () => ({
  refunds: (await db.selectFrom('refund').select('id').execute()).length,
  states: (await db.selectFrom('order_problem').select('state').execute()).map(({ state }) => state),
})

test.each(odd)(
  '%s is a sentence in every field of the calls, and nothing is half done',
  async (_what, value) => {
    await api.forgetCounts()
    const before = await undone()
    const named = encodeURIComponent(value.toWellFormed()).slice(0, 3000)
    const entry = `/api/desk/catalogue/entries/syn-wk`
    const { values, versions } = (await mira.get(`${entry}/`)).json()
    const asked = { base: versions[0].number, reason: 'For the autumn', request_id: newId(), values }
    const name = (text: string) =>
      values.map((one: { field: string; value: string }) =>
        one.field === 'name' ? { ...one, value: text } : one,
      )
    const answers = [
      await sam.post(`/api/desk/problems/${named}/decline/`, { note: 'Not today', request_id: newId() }),
      await sam.post(`${report.at}/refund/`, { amount: value, note: '', request_id: newId() }),
      await sam.post(`${report.at}/refund/`, { amount: '1.00', note: value, request_id: newId() }),
      await sam.post(`${report.at}/reship/`, { note: '', request_id: value }),
      await sam.get(`${report.at}/photos/${named}/`),
      await sam.post(`/api/desk/refunds/${refund}/repeat/`, {
        as_credit: value,
        amount: value,
        request_id: value,
      }),
      await sam.post(`/api/desk/refunds/${named}/close/`, { request_id: newId() }),
      await sam.post(`/api/desk/subscriptions/${subscription}/retry/`, { request_id: value }),
      await sam.post(`/api/desk/members/${member}/act/`, { reason: 'Asked by mail', minutes: value }),
      await start(sam, member, 15, value),
      await mira.post(`${entry}/request/`, { ...asked, base: value }),
      await mira.post(`/api/desk/catalogue/entries/${named}/request/`, asked),
      await mira.post(`${entry}/request/`, { ...asked, values: [...values, { field: value, value }] }),
      await mira.get(`/desk/problems/${named}`),
      await sam.get(`/desk/refunds/${named}`),
    ]
    expect(answers.map(({ statusCode }) => statusCode >= 400 && statusCode < 500)).toEqual(
      answers.map(() => true),
    )
    // Words may be markup or formulas; they are kept as they are, or refused at their field.
    for (const sent of [
      { ...asked, values: name(value) },
      { ...asked, values: name('Other'), reason: value },
    ])
      expect(
        (await mira.post(`${entry}/request/`, { ...sent, request_id: newId() })).statusCode,
      ).toBeLessThan(500)
    expect(await undone()).toEqual(before)
    expect(api.logged.filter((line) => line.includes('a request failed'))).toEqual([])
  },
)

const intents = ['', 'refund', 'reship', 'decline', 'close', 'credit', 'again', 'retry', 'ask', 'publish']

test.each(pages)(
  'the forms of %s take missing fields, odd words and broken bodies as a sentence',
  async (url) => {
    const before = await undone()
    const send = async (type: string, body: string) =>
      (
        await api.inject({
          method: 'POST',
          url,
          headers: { cookie: sam.cookie, 'content-type': type, accept: 'text/html' },
          body,
        })
      ).statusCode
    const form = 'application/x-www-form-urlencoded'
    const statuses: number[] = []
    for (const [, value] of odd)
      for (const intent of intents) {
        const words = {
          note: value,
          amount: value,
          request_id: value,
          reason: value,
          minutes: value,
          id: value,
        }
        statuses.push(await send(form, String(new URLSearchParams({ ...words, intent }))))
      }
    for (const intent of intents) statuses.push(await send(form, String(new URLSearchParams({ intent }))))
    statuses.push(
      await send(form, ''),
      await send(form, '%ff%fe=%zz&intent=%E0%A4%A'),
      await send('multipart/form-data', ''),
      await send('multipart/form-data; boundary=x', 'no part'),
      await send('application/json', '{'),
      await send('text/xml', '<a/>'),
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await undone()).toEqual(before)
  },
)
