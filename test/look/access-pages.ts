import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { screens } from '../../src/web/routing/paths.ts'
import { agentLink, operate } from './access-people.ts'
import type { Shop } from './access-people.ts'
import type { Person, State } from './access-states.ts'

const plain = (path: string, who: Person, name = 'page'): State => ({ name, path, who })

/** Screens that are files or lead elsewhere, and those that only a link of somebody's own opens. */
const notPlain = [
  '/account/your-data.json', '/invoice.pdf', '/thank-you.ics', '/return-label.pdf', '/problem-photo.jpg', '/certificate.pdf', '/orders', '/onboarding', '/set-password', '/invoice', '/thank-you',
  '/checkout/card', '/agent', '/report', '/preview', '/newsletter/confirm', '/newsletter/unsubscribe',
] // prettier-ignore

const paths: readonly string[] = screens
  .map(({ path }) => path)
  .filter((path) => !path.includes(':') && !notPlain.includes(path))

const openStates = async (page: Page): Promise<State[]> => {
  const text = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  const open = new Set([...listed, ...paths.filter((path) => !path.startsWith('/account')), '/offline'])
  return [...open].map((path) => plain(path, /^\/(cart|checkout)$/.test(path) ? 'buyer' : 'visitor'))
}

const hrefsOn = async (page: Page, path: string, form: string): Promise<string[]> => {
  await page.goto(path)
  const found = await page
    .locator(`main a[href^="${form}"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(found)]
}

/** The pages of June's account, those of an order and of every action on a subscription among them. */
const memberStates = async (page: Page): Promise<State[]> => {
  const orders = (await hrefsOn(page, '/account/orders', '/account/orders/')).slice(0, 1)
  const listed = await hrefsOn(page, '/account/subscriptions', '/account/subscriptions/')
  const single = listed.find((href) => href.split('/').length === 4) ?? '/account/subscriptions'
  const actions = await hrefsOn(page, single, '/account/subscriptions/')
  const onboarding = ['onboarding', 'onboarding-vs01', 'onboarding-vsds'].map((name) => `/onboarding/${name}`)
  const own = paths.filter((path) => path.startsWith('/account'))
  const invoices = orders.map((href) => `${href}/invoice`)
  const all = new Set([...own, ...onboarding, ...orders, ...invoices, ...listed, single, ...actions])
  return [...all].map((path) => plain(path, 'member'))
}

/** The first address of this form in the mails; the worker sends within moments. */
const mailedLink = async (page: Page, form: RegExp): Promise<string> => {
  for (let turn = 0; turn < 100; turn += 1) {
    const { mails }: { mails: { text: string }[] } = await (await page.request.get('/api/outbox')).json()
    const found = mails.map(({ text }) => form.exec(text)?.[0]).find((link) => link !== undefined)
    if (found !== undefined) return found
    await sleep(200)
  }
  throw new Error(`no mail with ${String(form)}`)
}

const post = (page: Page, path: string, data: object): Promise<unknown> => page.request.post(path, { data })

/** Pages that a link in a mail opens. */
const mailedStates = async (page: Page): Promise<State[]> => {
  const walker = { email: 'walker@example.com', firstName: 'Wanda', lastName: 'Kerr' }
  await post(page, '/api/auth/register', { ...walker, password: 'a long walk in the woods' })
  await post(page, '/api/mail/magic', { email: 'june@loam.example' })
  const forms = [
    /\/set-password\?token=[^\s)]+/, /\/invoice\?key=[^\s)]+/, /\/withdraw\?number=[^\s)]+/,
    /\/account\/verify-account\/[^\s)]+/, /\/account\/magic-link\/[^\s)]+/,
  ] // prettier-ignore
  const links: string[] = []
  for (const form of forms) links.push(await mailedLink(page, form))
  const newsletterPaths = await hrefsOn(page, '/outbox', '/outbox/')
  return [...links, ...newsletterPaths.slice(0, 1)].map((path) => plain(path, 'visitor', 'link of a mail'))
}

const operatorStates = async (shop: Shop): Promise<State[]> => {
  const output = [await operate(shop, ['report', '--link']), await operate(shop, ['preview'])].join('\n')
  const links = [...output.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
  const { link } = await agentLink(shop)
  return [...links, link].map((address) => {
    const { pathname, search } = new URL(address)
    return plain(`${pathname}${search}`, 'visitor', 'link of an operator')
  })
}

const impersonationStates: readonly State[] = ['/agent', '/account/home', '/account/subscriptions'].map(
  (path) => plain(path, 'agent'),
)

/** Every page of the shop, for each kind of visitor. */
export const pageStates = async (shop: Shop, visitor: Page, member: Page): Promise<State[]> => [
  ...(await openStates(visitor)),
  ...(await memberStates(member)),
  ...(await mailedStates(visitor)),
  ...(await operatorStates(shop)),
  ...impersonationStates,
]
