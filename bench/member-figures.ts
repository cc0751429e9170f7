import { z } from 'zod'
import { setPassword } from '#account/endpoints.ts'
import { buyAsGuest, cardToken } from './buyer.ts'
import type { BenchChild } from './child.ts'
import { cpuOf } from './cpu.ts'
import type { BenchEnvironment } from './environment.ts'
import { median, Slice } from './figures.ts'
import type { Lengths } from './lengths.ts'
import { limitFigure, type Figure, type Measured } from './report.ts'

const email = 'member@bench.example'
const width = 8

/** Buys two subscriptions as a visitor, sets the password by the link, and resolves with the cookies of the member. */
const signIn = async ({ shopUrl, sandboxUrl }: BenchEnvironment, shop: BenchChild): Promise<string> => {
  await buyAsGuest(shopUrl, { email, token: await cardToken(sandboxUrl), plans: ['syn-wk', 'vs-wk'] })
  const token = z.string().parse(await shop.send({ kind: 'member', email }))
  const answer = await fetch(`${shopUrl}${setPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: 'a long walk in the woods' }),
  })
  if (!answer.ok) throw new Error(`the password was answered ${answer.status}`)
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return cookies.join('; ')
}

/** The first link on a page to an address below this one. */
const linkOn = async (shopUrl: string, page: string, cookie: string): Promise<string> => {
  const html = await (await fetch(`${shopUrl}${page}`, { headers: { cookie } })).text()
  const found = new RegExp(`href="(${page}/[\\w-]+)"`).exec(html)?.[1]
  if (found === undefined) throw new Error(`${page} links to nothing below it`)
  return found
}

/** Milliseconds of CPU of the shop's process for a page; what the database uses is not counted. */
const costOf = async (
  { load, shopUrl }: BenchEnvironment,
  shop: BenchChild,
  lengths: Lengths,
  path: string,
  cookie: string,
): Promise<number> => {
  const visit = { kind: 'member visits', url: `${shopUrl}${path}`, cookie, width }
  Slice.parse(await load.send({ ...visit, count: lengths.memberVisits }))
  const costs: number[] = []
  for (let round = 0; round < lengths.rounds; round += 1) {
    const before = await cpuOf(shop)
    const { done } = Slice.parse(await load.send({ ...visit, count: lengths.memberVisits }))
    costs.push(((await cpuOf(shop)) - before) / done)
  }
  return median(costs)
}

/** What the pages of a member with two subscriptions cost. */
export const memberFigures = async (
  bench: BenchEnvironment,
  shop: BenchChild,
  lengths: Lengths,
): Promise<Measured> => {
  const cookie = await signIn(bench, shop)
  const pages = {
    'home of the account': '/account/home',
    'list of orders': '/account/orders',
    'page of an order': await linkOn(bench.shopUrl, '/account/orders', cookie),
    'list of subscriptions': '/account/subscriptions',
    'page of a subscription': await linkOn(bench.shopUrl, '/account/subscriptions', cookie),
    settings: '/account',
    'list of cards': '/account/settings/payment-methods',
    'product page for a member': '/daily-synbiotic',
  }
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(pages)) {
    const cost = await costOf(bench, shop, lengths, path, cookie)
    figures.push(limitFigure(`server CPU per ${name}`, cost, 'ms', 4))
  }
  return { figures, details: {} }
}
