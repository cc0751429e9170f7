import type { Browser, BrowserContext, Page } from '@playwright/test'
import { moveClock } from '#dev-tools/endpoints.ts'
import { newEmail } from '../browser/buying.ts'
import { joinDesk } from '../browser/desk-person.ts'
import { buyByApi, memberByApi } from '../browser/member-by-api.ts'
import { shopCommand } from '../browser/operator.ts'
import type { ShopToAsk } from '../browser/operator.ts'
import {
  beginVisit,
  requestEntry,
  requestedReturn,
  makeWebhook,
  passkeyLink,
  reportPackage,
  refusedRefund,
  reportedProblem,
  requestRefund,
  writeMessage,
} from '../browser/desk-scenes.ts'
import { openAsJune } from '../browser/june.ts'
import { refuseConsent } from '../browser/refused-consent.ts'
import { newLocalApiClient } from '../support/api-client.ts'
import type { DeskPaths } from './screen-list.ts'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

const pageOf = async (browser: Browser, shop: ShopToAsk): Promise<Page> => {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 900 } })
  await refuseConsent(context, shop.url)
  return context.newPage()
}

const messages = [
  [
    'Noor Haddad',
    'My jar came with a crack in the lid. Everything else is fine.\n\nCould you send me a new lid?',
  ],
  ['Bartholomew Featherstonehaugh-Wolkenstein', 'Does it come before the holidays?'],
] as const

/**
 * A renewal run, payouts, a dispute, packages that were lost or come back, messages. Sessions at the desk end within hours, so
 * the days pass before anybody joins.
 */
const liveThroughAMonth = async (page: Page, shop: ShopToAsk): Promise<void> => {
  const travel = (days: number) => newLocalApiClient(shop.url).call(moveClock, { days })
  await travel(31)
  await buyByApi(shop, { card: 'disputed' })
  await travel(4)
  await reportPackage(shop, (await buyByApi(shop)).number, 'lost')
  for (const [name, text] of messages) await writeMessage(page, newEmail(), name, text)
  for (const code of ['syn-rf', 'syn-rf-3mo']) await buyByApi(shop, { code })
}

/** One package that comes back is received, the other one is awaited. */
const receiveReturn = async (page: Page, number: string): Promise<void> => {
  await page.goto(`/desk/fulfillment/returns/${number}`)
  await page.getByLabel(/^As good as new/).fill('1')
  await page.getByRole('button', { name: 'Preview the refund' }).click()
  await page.getByRole('button', { name: /^Receive it, and refund \$/ }).click()
  await page.getByRole('status').waitFor()
}

/** The most urgent order is put into a batch. */
const makeBatch = async (page: Page): Promise<void> => {
  await page.goto('/desk/fulfillment?until=2099-01-01')
  await page.getByLabel(/Shipments, of \d+ in no batch/).fill('1')
  await page.getByRole('button', { name: 'Make a batch' }).click()
  await page.waitForURL(/batches\/\d+$/)
}

/** Support asks for what only a second person may give. */
const askSecondPerson = async (browser: Browser, shop: ShopToAsk, number: string): Promise<void> => {
  const page = await pageOf(browser, shop)
  await joinDesk(page, shop, 'support', 'Sam Okafor')
  await requestRefund(page, number)
  await page.context().close()
}

/** Marketing asks for a change of the catalogue. */
const askForEntry = async (browser: Browser, shop: ShopToAsk): Promise<void> => {
  const page = await pageOf(browser, shop)
  await joinDesk(page, shop, 'marketing', 'Mira Stone')
  await requestEntry(page)
  await page.context().close()
}

/** Reports of problems, one of them declined, a refund that was refused, and a renewal that is parked. */
const letThingsGoWrong = async (page: Page, shop: ShopToAsk): Promise<void> => {
  await reportedProblem(shop)
  await reportedProblem(shop, { code: 'syn-rf-3mo', wish: 'reship', quantity: 1, hasPhoto: false })
  const declined = await reportedProblem(shop, { hasPhoto: false })
  await page.goto(`/desk/problems/${declined}`)
  await page.getByLabel('Why, in words to the buyer').fill('The photo shows both jars whole.')
  await page.getByRole('button', { name: 'Decline it' }).click()
  await page.getByRole('status').waitFor()
  await refusedRefund(shop)
  await shopCommand(shop, 'park-for-test', (await memberByApi(shop)).id)
}

export interface OpenedDesk {
  readonly cookies: Cookies
  readonly paths: DeskPaths
}

/** June has a session, which her page at the desk shows. */
const signInJune = async (browser: Browser, shop: ShopToAsk): Promise<void> => {
  const page = await pageOf(browser, shop)
  await openAsJune(page)
  await page.context().close()
}

/** An owner's cookies at the desk of a shop that has something to show on every page. */
export const openDesk = async (browser: Browser, shop: ShopToAsk): Promise<OpenedDesk> => {
  const page = await pageOf(browser, shop)
  await liveThroughAMonth(page, shop)
  const received = await requestedReturn(page, shop)
  await requestedReturn(page, shop, 'syn-rf-3mo')
  const { number: large } = await buyByApi(shop, { code: 'syn-rf-6mo' })
  const { email } = await joinDesk(page, shop, 'owner', 'Olive Ramos')
  await askSecondPerson(browser, shop, large)
  await askForEntry(browser, shop)
  await signInJune(browser, shop)
  await receiveReturn(page, received)
  await makeBatch(page)
  await letThingsGoWrong(page, shop)
  await makeWebhook(page, 'Northbox')
  await buyByApi(shop)
  await beginVisit(page, shop)
  const cookies = await page.context().cookies()
  await page.context().close()
  const paths = {
    received: `/desk/fulfillment/returns/${received}`,
    join: await passkeyLink(shop, 'nora.lindqvist@loam.example'),
    addPasskey: await passkeyLink(shop, email, 'owner'),
  }
  return { cookies, paths }
}
