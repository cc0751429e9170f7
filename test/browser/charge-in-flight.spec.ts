import { listOrders } from '#order/endpoints.ts'
import { changeBilling } from '#payment/endpoints.ts'
import { viewSubscription } from '#subscription/endpoints.ts'
import { listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'
import { holdProcessor } from './suspended-processor.ts'
import { memberByApi } from './member-by-api.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

/** Where a busy machine held the answer for more than 10 s, the shop asks about the charge later, and closes it. */
const untilSettled = { timeout: 200_000 }

const isUnderWay =
  ({ client, id }: Pick<Awaited<ReturnType<typeof memberByApi>>, 'client' | 'id'>) =>
  async (): Promise<boolean> =>
    (await client.call(viewSubscription, { id })).charge_in_flight !== null

/** Whether the charge that was in flight at a change was paid in the end, whenever that was found out. */
const wasPaid = async (
  { client, id }: Pick<Awaited<ReturnType<typeof memberByApi>>, 'client' | 'id'>,
  action: string,
): Promise<boolean> => {
  const { changes } = await client.call(listSubscriptionChanges, { id })
  return changes.find((change) => change.action === action)?.charge_in_flight?.state === 'charged'
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 664 } })

    test('an order being charged is canceled after the subscription by one press, and only once', async ({
      page,
      shop,
    }) => {
      const member = await memberByApi(shop)
      await member.signIn(page.context())
      const release = holdProcessor(shop)
      try {
        const { made } = await member.beginOrder()
        await page.goto(`/account/subscriptions/${member.id}/cancel`)
        await expect(page.getByRole('main')).toContainText('$49.99 is being charged for your ')
        await page.getByRole('button', { name: 'Cancel now' }).click()
        const note = page.getByRole('main').getByRole('status')
        await expect(note).toContainText('Canceled. You won’t get any more orders.')
        await expect(note).toContainText('that order still ships')
        const press = note.getByRole('button', { name: 'Cancel that order too and get $49.99 back' })
        await expect(press).toBeInViewport()
        if (javaScriptEnabled) await expectNoSidewaysScroll(page)
        const again = await page.context().newPage()
        await again.goto(page.url())
        const stale = again.getByRole('button', { name: 'Cancel that order too' })
        await expect(stale).toBeVisible()
        await press.click()
        await expect(note).toContainText('that order will be canceled and refunded')
        await expect(press).toHaveCount(0)
        await stale.click()
        await expect(again.getByRole('main').getByRole('status')).toContainText('canceled and refunded')
        await expect(stale).toHaveCount(0)
        await expect(again.getByRole('main').getByRole('alert')).toHaveCount(0)
        await again.close()
        release()
        await made
        const ofOrders = async () =>
          (await member.client.call(listOrders, {})).orders.map(({ state, refunded }) => [state, refunded])
        const charged = [['canceled', '49.99']]
        const first = [['placed', '0.00']]
        await expect.poll(isUnderWay(member), untilSettled).toBe(false)
        const wasCharged = await wasPaid(member, 'cancel')
        await expect.poll(ofOrders, untilSettled).toEqual(wasCharged ? [...charged, ...first] : first)
        await page.reload()
        if (javaScriptEnabled) await expectAccessible(page)
        if (wasCharged) await expect(note).toContainText('$49.99 was charged')
        else await expect(page.getByRole('main')).not.toContainText('was charged')
        await expect(press).toHaveCount(0)
      } finally {
        release()
      }
    })
  })

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript, an order that is being charged`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 664 } })

    test('is skipped and refunded, or canceled in the step of a pause', async ({ page, shop }) => {
      const member = await memberByApi(shop)
      await member.signIn(page.context())
      const release = holdProcessor(shop)
      try {
        const { made } = await member.beginOrder()
        const main = page.getByRole('main')
        await page.goto(`/account/subscriptions/${member.id}/skip`)
        await expect(main).toContainText('$49.99 is being charged for your ')
        await expect(main).toContainText('Once it’s paid, that order will be canceled and refunded.')
        await expect(main).not.toContainText('nothing is charged')
        await expect(main.getByRole('checkbox')).toHaveCount(0)
        if (javaScriptEnabled) await expectAccessible(page)
        await page.goto(`/account/subscriptions/${member.id}/pause?until=`)
        await expect(main).toContainText('we won’t try that order again')
        await main.getByRole('checkbox', { name: /^Also cancel my .* order/ }).check()
        await main
          .getByRole('button', { name: /^Pause/ })
          .last()
          .click()
        const note = main.getByRole('status')
        await expect(note).toContainText('Paused. No more orders ship and you won’t be charged again')
        await expect(note).toContainText('Once it’s paid, that order will be canceled and refunded.')
        await expect(note.getByRole('button', { name: 'Cancel that order too' })).toHaveCount(0)
        if (javaScriptEnabled) await expectNoSidewaysScroll(page)
        release()
        await made
        const ofOrders = async () =>
          (await member.client.call(listOrders, {})).orders.map(({ state, refunded }) => [state, refunded])
        const first = [['placed', '0.00']]
        await expect.poll(isUnderWay(member), untilSettled).toBe(false)
        const wasCharged = await wasPaid(member, 'pause')
        await expect
          .poll(ofOrders, untilSettled)
          .toEqual(wasCharged ? [['canceled', '49.99'], ...first] : first)
        await page.reload()
        await expect(main).toContainText('Paused')
      } finally {
        release()
      }
    })
  })

test('a card chosen during a charge is announced for the order after it, and for what it pays once the charge is settled', async ({
  page,
  shop,
}) => {
  const member = await memberByApi(shop)
  await member.signIn(page.context())
  await member.client.call(changeBilling, { card: { token: await member.tokenFor('mastercard') } })
  const release = holdProcessor(shop)
  try {
    const { made } = await member.beginOrder()
    await page.goto(`/account/subscriptions/${member.id}`)
    await expect(page.getByRole('main')).toContainText('Changes apply to the order after it')
    await page.goto('/account/settings/payment-methods')
    const main = page.getByRole('main')
    const card = main.getByRole('listitem').filter({ hasText: 'Mastercard ending in 4444' })
    await card.getByRole('button', { name: /^Use Mastercard .* for my subscription$/ }).click()
    await expect(main.getByRole('status')).toContainText('which switch after a payment in progress')
    await expect(card).toContainText('$49.99 is being charged for your ')
    await expect(card).toContainText('will use this card after that payment is complete')
    await expect(card.getByRole('button', { name: /^Use / })).toHaveCount(0)
    await page.goto(`/account/subscriptions/${member.id}`)
    await expect(main).toContainText('we’ll use the card you chose for later orders')
    await expect(main).not.toContainText('We’re charging it now.')
    release()
    await made
    await expect.poll(isUnderWay(member), untilSettled).toBe(false)
    await page.goto('/account/settings/payment-methods')
    await expect(card).toContainText('Used by DS-01 Daily Synbiotic (refill, 1 month).')
    await expect(main).not.toContainText('is being charged')
  } finally {
    release()
  }
})
