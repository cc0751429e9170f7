import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { collectorPath } from '#analytics/rules/collector-path.ts'
import { brand } from '#shared/brand.ts'
import { fillAddress, newEmail, pay } from './buying.ts'
import { allow, expectAllowedFields, inTime, openCapture, test, waiting } from './consent-capture.ts'
import type { SentMessage } from './recording-proxy.ts'
import { expect } from './running-shop.ts'

const titles = (sent: readonly SentMessage[]): string[] =>
  [...new Map(sent.map((message) => [message.messageId, message])).values()].map(({ name }) => name ?? '')

test('every page view is delivered once and in order, across reloads, two tabs, a lost connection and no network', async ({
  recorder,
  context,
}) => {
  await allow(context, recorder.url, 'C0001,C0002')
  const one = await context.newPage()
  const tabs = [one, await context.newPage()]
  for (const tab of tabs) await tab.clock.install()
  // Nothing gets through: everything waits in the browser, over one page after the other.
  recorder.setDestination('broken')
  const paths = ['/science', '/sustainability', '/accessibility']
  let count = 0
  for (const path of paths) {
    for (const tab of tabs) {
      await tab.goto(recorder.url + path)
      count += 1
      await inTime([tab], async () => (await waiting(tab)) === count)
    }
  }
  await context.setOffline(true)
  expect([recorder.storedCount(), await waiting(one)]).toEqual([0, 6])
  // Back online it is sent, although the first answers get lost: sent twice, stored once.
  recorder.setDestination('answers-lost')
  await context.setOffline(false)
  await inTime(tabs, () => recorder.storedCount() === 6)
  recorder.setDestination('open')
  await inTime(tabs, async () => (await waiting(one)) === 0)
  expect(recorder.storedCount()).toBe(6)
  expect(recorder.sent.length).toBeGreaterThan(6)
  // Both tabs read the same three pages, one after the other.
  expect(titles(recorder.sent).map((title) => title.split(' | ')[0])).toEqual(
    paths.flatMap((path) => [path, path]).map((path) => titleOf[path]),
  )
})

const titleOf: Readonly<Record<string, string>> = {
  '/science': 'Science',
  '/sustainability': 'Sustainability',
  '/accessibility': 'Accessibility',
}

/** Fills the storage that the browser has for this shop. */
const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let size = 2 ** 20; size >= 1; size /= 2) {
      for (let at = 0; ; at += 1) {
        try {
          localStorage.setItem(`fill.${size}.${at}`, 'x'.repeat(size))
        } catch {
          break
        }
      }
    }
  })

const droppedIn = async (context: BrowserContext): Promise<string | undefined> =>
  (await context.cookies()).find(({ name }) => name === brand.keys.droppedCookie)?.value

test('with full storage a page sends its events itself, and events that cannot be sent are counted and reported', async ({
  recorder,
  context,
}) => {
  await allow(context, recorder.url, 'C0001,C0002')
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${recorder.url}/cart`)
  // Accepted by the shop and removed in the browser: a message removed later would free storage.
  await inTime([page], async () => recorder.storedCount() === 2 && (await waiting(page)) === 0)
  await fillStorage(page)
  await page.goto(`${recorder.url}/science`)
  await inTime([page], () => recorder.storedCount() === 3)
  // The answer is on its way to the page.
  await expect.poll(() => droppedIn(context)).toBeUndefined()
  // Refused for good: what a page sends while it closes may arrive while the next one is read.
  recorder.rejectUploads('/sustainability')
  await page.goto(`${recorder.url}/sustainability`)
  await expect.poll(() => droppedIn(context)).toBe('1.0')
  await inTime([page], () => recorder.rejected() > 0)
  // Nothing is handed over when the page closes: what only the page had is lost, and stays counted.
  await page.goto(`${recorder.url}/accessibility`)
  await inTime([page], () => recorder.metrics.some((body) => body.includes('events.dropped.full')))
  await expect.poll(() => droppedIn(context)).toBeUndefined()
  expect(recorder.storedCount()).toBe(4)
})

const RecordedMessages = z.looseObject({
  messageId: z.string(),
  type: z.string(),
  event: z.string().optional(),
  properties: z.looseObject({ path: z.string().optional() }).optional(),
})

/** Every message that a browser has sent or will send, each once. */
const openRecordedMessages = async (context: BrowserContext) => {
  const count = new Map<string, z.output<typeof RecordedMessages>>()
  const note = (messages: readonly unknown[]): void => {
    for (const one of messages.map((message) => RecordedMessages.parse(message)))
      count.set(one.messageId, one)
  }
  await context.route(`**${collectorPath}`, async (route) => {
    note(z.object({ batch: z.array(z.unknown()) }).parse(route.request().postDataJSON()).batch)
    await route.continue()
  })
  return async (page: Page): Promise<readonly z.output<typeof RecordedMessages>[]> => {
    const texts = await page.evaluate(
      (prefix) =>
        Object.entries(localStorage).flatMap(([key, text]) => (key.startsWith(prefix) ? [String(text)] : [])),
      `${brand.keys.analyticsPrefix}event.`,
    )
    note(texts.map((text): unknown => JSON.parse(text)))
    return [...count.values()]
  }
}

test('an order is reported once, however often its page is opened', async ({ shop, context }) => {
  await allow(context, shop.url, 'C0001,C0002')
  const messagesOf = await openRecordedMessages(context)
  const page = await context.newPage()
  await page.goto(`${shop.url}/cart?cart=syn-wk`)
  await page
    .getByRole('button', { name: /Continue to Checkout/ })
    .first()
    .click()
  await fillAddress(page, { email: newEmail() })
  await pay(page, 'approve', true)
  await expect(page).toHaveURL(/\/thank-you\?checkout=/)
  const another = await context.newPage()
  const openings = [
    () => page.reload(),
    () => another.goto(page.url()),
    () => another.reload(),
    () => page.goto(shop.url),
  ]
  for (const [at, open] of openings.entries()) {
    // The library has read the page when it says that it was opened.
    const views = async () =>
      (await messagesOf(page)).filter(
        ({ type, properties }) => type === 'page' && properties?.path === '/thank-you',
      )
    await expect.poll(async () => (await views()).length).toBe(at + 1)
    await open()
  }
  // Nothing of what the page needs waited for the library.
  const [requested, loaded] = await another.evaluate(() => [
    performance.getEntriesByType('resource').find(({ name }) => name.includes('/analytics-library'))
      ?.startTime,
    performance
      .getEntriesByType('navigation')
      .flatMap((entry) => (entry instanceof PerformanceNavigationTiming ? [entry.loadEventStart] : []))[0],
  ])
  expect(requested).toBeGreaterThanOrEqual(loaded ?? Infinity)
  const orders = (await messagesOf(page)).filter(({ event }) => event === 'Order Completed')
  expect(orders.map(({ messageId }) => messageId)).toEqual([expect.stringMatching(/^order-completed-\w+$/)])
})

// All 64 combinations: `npm run consent:long`.
for (const [signal, choice] of [
  [false, 'C0001,C0004'],
  [true, 'C0001,C0002,C0004'],
] as const) {
  test(`with consent ${choice} exactly the allowed fields are sent, ${signal ? 'with' : 'without'} Global Privacy Control`, async ({
    recorder,
    context,
  }) => {
    await expectAllowedFields(await openCapture(context, signal), recorder, choice, signal)
  })
}
