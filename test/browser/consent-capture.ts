import type { BrowserContext, Page } from '@playwright/test'
import { collectorPath } from '#analytics/rules/collector-path.ts'
import { groupsFrom } from '#consent/rules/consent.ts'
import { subscribePath } from '#newsletter/rules/sign-up-form.ts'
import { brand } from '#shared/brand.ts'
import { letWorkerControl } from './refused-consent.ts'
import { openRecordingProxy, type Recorder, type SentMessage } from './recording-proxy.ts'
import { expect, test as plain } from './running-shop.ts'

declare global {
  interface Window {
    /** Sends of this page to the collector that it waits for. */
    awaitedSends?: number
  }
}

/** Has every page of a browser count the answers of the collector that it waits for. */
const countAwaited = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript((path) => {
    window.awaitedSends = 0
    const send = window.fetch.bind(window)
    const sendCounted: typeof fetch = async (requested, init) => {
      window.awaitedSends = (window.awaitedSends ?? 0) + 1
      try {
        return await send(requested, init)
      } finally {
        window.awaitedSends -= 1
      }
    }
    window.fetch = (requested, init) =>
      requested === path ? sendCounted(requested, init) : send(requested, init)
  }, collectorPath)
}

/** How many sends of a page are not answered yet. */
const awaitedSends = (page: Page): Promise<number> => page.evaluate(() => window.awaitedSends ?? 0)

/** `test` with a proxy between browser and shop that records what leaves. */
export const test = plain.extend<{ readonly recorder: Recorder }>({
  recorder: async ({ shop, context, serviceWorkers }, use) => {
    const recorder = await openRecordingProxy(shop.url)
    if (serviceWorkers === 'allow') {
      const first = await context.newPage()
      await letWorkerControl(first, recorder.url)
      await first.close()
    }
    await countAwaited(context)
    await use(recorder)
    recorder.close()
  },
})

export const allow = (context: BrowserContext, url: string, groups: string): Promise<void> =>
  context.addCookies([
    { name: brand.keys.consentCookie, value: `0199a000-0000-4000-8000-000000000002:${groups}`, url },
  ])

/** How many messages wait in the browser. */
export const waiting = (page: Page): Promise<number> =>
  page.evaluate(
    (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length,
    `${brand.keys.analyticsPrefix}event.`,
  )

/** Lets time go by in the pages until something is so; not while an answer is awaited, which a page gives up after 8 s. */
export const inTime = async (
  pages: readonly Page[],
  isSo: () => boolean | Promise<boolean>,
): Promise<void> => {
  const look = async (): Promise<boolean> => {
    for (const page of pages) if ((await awaitedSends(page)) === 0) await page.clock.runFor(2_000)
    return isSo()
  }
  await expect.poll(look, { intervals: [20] }).toBe(true)
}

// What may be sent, written by hand from spec §5, §9 and ruling 24: the table of the code is not used.
const ofEverybody = ['type', 'messageId', 'timestamp', 'event', 'properties.path']
const ofCounting = ['anonymousId', 'properties.email', 'context.campaign', 'context.first_campaign']
const ofAdvertising = ['properties.hashed_email', 'properties.hashed_account_info', 'context.click_id']

const placesOf = (value: object, under = ''): string[] =>
  Object.entries(value).flatMap(([name, held]: [string, unknown]) =>
    under === '' && typeof held === 'object' && held !== null
      ? placesOf(held, `${name}.`)
      : [`${under}${name}`],
  )

/** A page of a browser that sends Global Privacy Control, or of one that does not. */
export const openCapture = async (context: BrowserContext, signal: boolean): Promise<Page> => {
  if (signal) {
    await context.setExtraHTTPHeaders({ 'sec-gpc': '1' })
    await context.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
    )
  }
  const page = await context.newPage()
  await page.clock.install()
  // The newsletter has a limit for each network, which is not tested here.
  await page.route(`**${subscribePath}`, (route) =>
    route.fulfill({ json: { success: true, confirm: false } }),
  )
  return page
}

/** Enters an address on the home page, to which a campaign and a click led, and lets everything leave. */
const visit = async (page: Page, recorder: Recorder, leaves: boolean): Promise<SentMessage | undefined> => {
  recorder.sent.length = 0
  await page.goto(`${recorder.url}/?utm_source=letter&fbclid=AbC-1`)
  const footer = page.getByRole('contentinfo')
  await footer.getByPlaceholder('Email').fill('Mara@example.com')
  await footer.getByRole('button', { name: 'Sign Up' }).click()
  await expect(footer.getByRole('status')).toHaveText('Email in. Thank you.')
  const submitted = () => recorder.sent.find(({ event }) => event === 'Email Submitted')
  if (leaves) await inTime([page], async () => submitted() !== undefined && (await waiting(page)) === 0)
  else await page.clock.runFor(10_000)
  await page.evaluate(() => localStorage.clear())
  return submitted()
}

/** A visit under a choice (the active groups of the cookie) sends what may leave, all of it and nothing else. */
export const expectAllowedFields = async (
  page: Page,
  recorder: Recorder,
  choice: string,
  signal: boolean,
): Promise<void> => {
  const groups = groupsFrom(choice)
  const [counts, advertises] = [groups.C0002, groups.C0004 && !signal]
  await page.context().clearCookies()
  await allow(page.context(), recorder.url, choice)
  const message = await visit(page, recorder, counts || advertises)
  const expected = [
    ...(counts || advertises ? ofEverybody : []),
    ...(counts ? ofCounting : []),
    ...(advertises ? ofAdvertising : []),
  ]
  expect(placesOf(message ?? {}).toSorted(), `${choice} ${signal}`).toEqual(expected.toSorted())
  // No other message has more than that.
  const all = JSON.stringify(recorder.sent)
  const isMentioned = ['mara@example.com', 'letter', 'AbC-1', 'hash'].map((word) => all.includes(word))
  expect(isMentioned, `${choice} ${signal}`).toEqual([counts, counts, advertises, advertises])
}
