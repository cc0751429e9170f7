import { afterAll, expect, test } from 'vitest'
import { startEasyPost } from '../easypost/start-easypost.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const apiKey = 'EZTKtwice'
const webhookSecret = 'what EasyPost signs with, twice over'
const easyPost = await startEasyPost({ apiKey, webhookSecret })
const environment = {
  CARRIER: 'easypost',
  EASYPOST_API_KEY: apiKey,
  EASYPOST_WEBHOOK_SECRET: webhookSecret,
  EASYPOST_API_BASE: easyPost.url,
}
const api = await openTestApi(undefined, undefined, environment, { environment })
afterAll(async () => {
  await api.close()
  await easyPost.close()
})

const sam = await joinDesk(api, 'support', 'sam')

const packed = async () => {
  const visitor = api.shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  await sam.post(`/api/desk/orders/${number}/pack/`, {})
  return {
    label: () => sam.post(`/api/desk/fulfillment/${number}/label/`, {}),
    asked: async () =>
      (
        await api.shop.app.database.kysely
          .selectFrom('audit_entry')
          .select('at')
          .where('subject', '=', `order:${number}`)
          .where('act', '=', 'order.label-requested')
          .execute()
      ).length,
    sold: () =>
      easyPost.bought().filter(({ requested }) => requested.options?.print_custom_1 === number).length,
  }
}

// EasyPost has no idempotency keys: a request while it works on the same label buys another one.
test.for([/^GET \/v2\/shipments\/[^/]+$/, /^POST \/v2\/shipments$/, /\/buy$/])(
  'a label that is requested again while EasyPost carries out %s is bought once, and both requests get it',
  async (call) => {
    const shipment = await packed()
    const { reached, release } = easyPost.holdNext(call)
    const first = shipment.label()
    await reached
    const second = shipment.label()
    await expect.poll(shipment.asked).toBe(2)
    release()
    const answers = await Promise.all([first, second])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(shipment.sold()).toBe(1)
  },
)
