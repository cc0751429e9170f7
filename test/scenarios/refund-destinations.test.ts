import { expect } from 'vitest'
import { requestReturn } from '#return/endpoints.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import { previewWithdrawal, withdraw } from '#withdrawal/endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

const toCardAlone = 'to your original payment method'

/** Somebody who has ordered for 64.99, of which so much was paid by credit. */
const buying = async (shop: TestShop, credit: string) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  await runShopCommand(shop, 'credit', mara.email, credit, 'For', 'the', 'broken', 'jar')
  await mara.add('vs-rst')
  const { order } = await mara.checkout()
  return { ...mara, number: order?.number ?? '' }
}

const mailOf = async (shop: TestShop, email: string, wanted: string): Promise<string> =>
  (await shop.mails(email)).findLast(({ subject }) => subject === wanted)?.text ?? ''

const pageOf = async ({ client }: Awaited<ReturnType<typeof buying>>, path: string): Promise<string> =>
  (await client.send({ method: 'GET', path })).text

test.for([
  ['64.49', 'both', 'to your card as far as it paid, and the rest to your account as credit'],
  ['64.99', 'credit', 'to your account as credit'],
])(
  'page and mail of a canceled order of 64.99, of which credit paid %s, say where the refund goes',
  async ([credit = '', refundTo = '', where = ''], { shop }) => {
    const mara = await buying(shop, credit)
    const { number } = mara
    expect(await mara.client.call(previewWithdrawal, { number })).toMatchObject({ refund_to: refundTo })
    const page = await pageOf(mara, `/withdraw?number=${number}`)
    expect([page.includes(where), page.includes(toCardAlone)]).toEqual([true, false])
    expect(await mara.client.call(withdraw, { number })).toMatchObject({ refund_to: refundTo })
    const mail = await mailOf(shop, mara.email, `Order ${number} is canceled`)
    expect(mail).toContain(`$64.99 will be refunded ${where}.`)
    expect(mail).not.toContain(toCardAlone)
  },
)

test('returns and problem reports promise credit for what credit paid', async ({ shop }) => {
  const mara = await buying(shop, '64.99')
  const { number, client, email } = mara
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', '1ZCREDIT')
  await runShopCommand(shop, 'shipments', 'event', '1ZCREDIT', 'delivered')
  const all = { number, lines: [{ position: 0, quantity: 1 }] }
  const returned = await client.call(requestReturn, { ...all, request_id: 'once', reason: 'changed-mind' })
  expect(returned.refund_to).toBe('credit')
  const instructions = await mailOf(shop, email, `Your return ${returned.number}`)
  expect(instructions).toContain('$64.99 will be refunded to your account as credit.')

  const other = await buying(shop, '64.99')
  await runShopCommand(shop, 'ship', other.number, '--carrier', 'ups', '--tracking', '1ZBROKEN')
  await runShopCommand(shop, 'shipments', 'event', '1ZBROKEN', 'delivered')
  const reported = await other.client.call(reportProblem, {
    number: other.number,
    lines: all.lines,
    request_id: 'once',
    kind: 'damaged',
    wish: 'refund',
    details: 'The jar is broken.',
    photos: [],
  })
  expect(reported.refund_to).toBe('credit')
  await runShopCommand(shop, 'problem', reported.number, 'refund')
  const solution = await mailOf(shop, other.email, `About ${reported.number}: our solution`)
  expect(solution).toContain('We’re refunding $64.99 to your account as credit.')
  expect(await pageOf(other, `/problem?number=${other.number}`)).not.toContain(toCardAlone)
})
