import { expect } from 'vitest'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

/** The row of a section, its numbers in a list. */
const row = (text: string, name: string): readonly string[] => {
  const line = text.split('\n').find((one) => one.trimStart().startsWith(`${name}  `))
  return (line ?? '').trim().split(/ {2,}/).slice(1)
}

test('the report connects each month to the next to the cent, and its money equals the processor’s', async ({
  shop,
}) => {
  // January 6: two monthly refills at 49.99. January 20: one of them is doubled.
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const june = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-20')
  await mara.make({ action: 'change-quantity', quantity: 2 })
  // February 6: 99.98 and 49.99 are charged. February 10: the single one is canceled.
  await shop.travelTo('2031-02-10')
  await june.call(cancelSubscription, { id: june.id })
  // March 6: 99.98. March 10: the double one is paused.
  await shop.travelTo('2031-03-10')
  await mara.make({ action: 'pause' })
  const { code, lines } = await runShopCommand(shop, 'report', '2031-01', '2031-03')
  const text = lines.join('\n')
  expect(code).toBe(0)
  expect(row(text, 'opening')).toEqual(['0.00', '149.97', '99.98'])
  expect(row(text, 'new')).toEqual(['99.98 (2)', '0.00 (0)', '0.00 (0)'])
  expect(row(text, 'expansion')).toEqual(['49.99 (1)', '0.00 (0)', '0.00 (0)'])
  expect(row(text, 'churn')).toEqual(['0.00 (0)', '-49.99 (1)', '0.00 (0)'])
  expect(row(text, 'contraction')).toEqual(['0.00 (0)', '0.00 (0)', '-99.98 (1)'])
  expect(row(text, 'closing')).toEqual(['149.97', '99.98', '0.00'])
  // 2 × 49.99, then 99.98 + 49.99, then 99.98; 349.93 in all, as the processor says.
  expect(row(text, 'charged')).toEqual(['99.98', '149.97', '99.98'])
  expect((await shop.chargedCents()).reduce((sum, cents) => sum + cents, 0)).toBe(34_993)
  expect(row(text, 'ordered')).toEqual(['2 (100 %)', '0', '0'])
  // Of the two of January both were live at its end, one at the end of February and, paused, of March.
  expect(row(text, 'from 2031-01')).toEqual(['2', '2 (100 %)', '1 (50 %)', '1 (50 %)'])
  const facts: unknown = JSON.parse(
    (await runShopCommand(shop, 'report', '--json', '2031-02')).lines[0] ?? '',
  )
  expect(facts).toMatchObject({
    months: ['2031-02'],
    bridges: { USD: [{ openingCents: 14_997, closingCents: 9_998 }] },
  })
  expect(await runShopCommand(shop, 'report', '2031-03', '2031-01')).toMatchObject({ code: 1 })
  // The page of the same months says the same; without a link of an operator it says nothing.
  const [link = ''] = (await runShopCommand(shop, 'report', '--link')).lines
  const page = await (await fetch(`${link}&from=2031-01&to=2031-03`)).text()
  expect(page).toContain('-99.98 (1)')
  const bare = await fetch(`${shop.url}/report`)
  expect([bare.status, (await bare.text()).includes('expired')]).toEqual([404, false])
  const stranger = await fetch(`${shop.url}/report?token=${'x'.repeat(40)}`)
  expect(stranger.status).toBeGreaterThanOrEqual(400)
  expect(await stranger.text()).not.toContain('149.97')
})

test('the report of a month never changes, after a price increase and after a reactivation', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const june = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  await shop.travelTo('2031-01-28')
  // Too late for a notice before February 6: mara pays 54.99 from March 6 on.
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-01-29')
  await shop.travelTo('2031-02-28')
  const february = (await runShopCommand(shop, 'report', '2031-02')).lines.join('\n')
  // February 6: June's card is refused for good. March 2: another card pays, and the subscription goes on.
  expect(row(february, 'churn')).toEqual(['-49.99 (1)'])
  await shop.travelTo('2031-03-02')
  await (await updateCardLink(shop, june)).pay('approve')
  await shop.travelTo('2031-05-10')
  const text = (await runShopCommand(shop, 'report', '2031-01', '2031-05')).lines.join('\n')
  expect(row(text, 'opening')).toEqual(['0.00', '99.98', '49.99', '104.98', '109.98'])
  expect(row(text, 'new')).toEqual(['99.98 (2)', '0.00 (0)', '0.00 (0)', '0.00 (0)', '0.00 (0)'])
  expect(row(text, 'churn')[1]).toBe('-49.99 (1)')
  expect(row(text, 'reactivation')[2]).toBe('49.99 (1)')
  expect(row(text, 'expansion')[2]).toBe('5.00 (1)')
  expect(await mara.charges()).toHaveLength(5)
})
