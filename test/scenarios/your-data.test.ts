import { expect } from 'vitest'
import { exportUser } from '#account/privacy-endpoints.ts'
import { subscribe } from '#newsletter/endpoints.ts'
import { test } from '../support/shop.ts'

test('the data download has the exact invoices and the consents of the member, and of nobody else', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const june = await shop.member({ plan: 'monthly refill' })
  for (const { client, email } of [mara, june]) await client.call(subscribe, { email, page: '/science' })
  const data = await mara.client.call(exportUser, {})
  const [order] = await mara.orders()
  expect(data).toMatchObject({
    invoices: [{ kind: 'invoice', order_number: order?.number }],
    newsletter_consents: [
      { action: 'joined', page: '/science', statement: 'By signing up, you consent to receive Loam emails.' },
    ],
    messages: [],
  })
  const [junes] = await june.orders()
  expect(JSON.stringify(data)).not.toContain(june.email)
  expect(JSON.stringify(data)).not.toContain(junes?.number ?? 'a number')
})
