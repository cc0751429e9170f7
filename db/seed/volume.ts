import { sql } from 'kysely'
import { addCartItem } from '#cart/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import { handOver } from '#order/server/orders.ts'
import { closeDays } from '#report/server/close-days.ts'
import { readBalance, readCompleteBalance } from '#payment/payout/server/payouts.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { asWork } from '#platform/time-limits.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import type { Shop } from '../../src/app/shop.ts'
import { copyMember, prepareCopies, templateName } from './copy-members.ts'
import type { CopiedCharge, TemplateMember } from './copy-members.ts'
import { cardToken, newClient } from './demo.ts'
import type { Person } from './people.ts'

interface Template {
  readonly address: Person['address']
  /** What the member buys, one order after the other. */
  readonly plans: readonly [string, string]
  /** Of a hundred members. */
  readonly share: number
  readonly maxDays: number
  readonly isShipped: boolean
}

const us = { address: '418 Alder Street', country: 'US' } as const
const monthly = { plans: ['syn-rf', 'pds-rf'], maxDays: 24 } as const
const quarterly = { plans: ['syn-rf-3mo', 'syn-wk-3mo'], maxDays: 80 } as const

/** Who is copied. No order is older than its subscription's period, so that nothing of them is due at once. */
const templates: readonly Template[] = [
  { address: { ...us, city: 'Portland', region: 'OR', zip: '97205' }, ...monthly, share: 39, isShipped: true },
  { address: { ...us, city: 'Oakland', region: 'CA', zip: '94612' }, ...quarterly, share: 30, isShipped: true },
  { address: { address: 'Lindenweg 4', city: 'Freiburg', region: '', zip: '79098', country: 'DE' }, ...quarterly, share: 20, isShipped: true },
  { address: { address: '12 Queen Street', city: 'Toronto', region: 'ON', zip: 'M5V 2T6', country: 'CA' }, ...monthly, share: 10, isShipped: true },
  { address: { ...us, city: 'Seattle', region: 'WA', zip: '98101' }, ...monthly, maxDays: 0, share: 1, isShipped: false },
] // prettier-ignore

/** What a shop has to sell, so that it can be filled. */
export const plansOfVolume: readonly string[] = [...new Set(templates.flatMap(({ plans }) => plans))]

interface BoughtOrder {
  readonly id: string
  readonly number: string
  readonly account_id: string
}

const ordersOf = async ({ deps }: Shop, email: string): Promise<readonly BoughtOrder[]> =>
  (await sql<BoughtOrder>`select id, number, account_id from "order" where email = ${email} order by placed_at`.execute(deps.database))
    .rows // prettier-ignore

/** Who has bought before is signed in, as the shop asks for it. */
const actorOf = async (shop: Shop, email: string): Promise<RequestContext['actor']> => {
  const [before] = await ordersOf(shop, email)
  return before
    ? { kind: 'member', accountId: before.account_id, email, sessionId: shop.deps.ids.uuid() }
    : { kind: 'visitor' }
}

const buy = async (
  shop: Shop,
  sandboxUrl: string,
  template: Template,
  email: string,
  plan: string,
): Promise<void> => {
  const { address } = template
  const call = newClient(shop, address.country, await actorOf(shop, email))
  await call(addCartItem, { code: plan, quantity: 1 })
  const { country, region, zip } = address
  const totals = await call(previewPurchase, { country, region, zip })
  await call(purchase, {
    request_id: `volume-${email}-${plan}`,
    email,
    address: { ...address, ...templateName },
    shipping: { method_code: totals.shipping.method_code },
    total: totals.total,
    card: { token: await cardToken(shop, sandboxUrl, 'approve') },
  })
}

const ship = async ({ deps }: Shop, { number }: BoughtOrder): Promise<void> => {
  const handed = {
    order: number,
    carrier: 'ups',
    service: null,
    tracking: `1Z${number}`,
    lines: null,
    weightGrams: null,
  }
  await handOver(deps, handed, 'operator')
}

/** Buys what is copied, through the endpoints that everybody uses, and hands it to a carrier. */
const makeTemplate = async (shop: Shop, sandboxUrl: string, template: Template, orders: 1 | 2) => {
  const email = `ignatia.quintanilla.${shop.deps.ids.uuid().slice(-12)}@loam.example`
  for (const plan of template.plans.slice(0, orders)) await buy(shop, sandboxUrl, template, email, plan)
  const bought = await ordersOf(shop, email)
  const [first] = bought
  if (!first || bought.length !== orders)
    throw new Error(`the template of ${template.address.city} was not bought`)
  if (template.isShipped) for (const order of bought) await ship(shop, order)
  const member: TemplateMember = {
    accountId: first.account_id,
    email,
    orderIds: bought.map(({ id }) => id),
    maxDays: template.maxDays,
  }
  return { member, numbers: bought.map(({ number }) => number), share: template.share }
}

const perRequest = 5_000

/** Tells the sandbox processor of the charges, so that its records and the shop's stay the same. */
const tellProcessor = async (
  { deps }: Shop,
  sandboxUrl: string,
  charges: readonly CopiedCharge[],
): Promise<void> => {
  for (const [of, own] of Map.groupBy(charges, (charge) => charge.of))
    for (let at = 0; at < own.length; at += perRequest) {
      const copies = own
        .slice(at, at + perRequest)
        .map(({ id, key, entry, createdAt }) => [id, key, entry, createdAt])
      const answer = await deps.outgoing.request({
        method: 'POST',
        url: `${sandboxUrl}/v1/charges/${of}/copies`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${developmentKeys.secretKey}` },
        body: JSON.stringify({ copies }),
        timeoutMs: 60_000,
      })
      if (answer.status !== 200) throw new ShopError('SHOP_BUSY')
    }
}

const batch = 2_500

/** More days than copies are spread over. */
const daysOfCopies = 400

interface Made {
  readonly members: number
  readonly orders: number
}

/**
 * Fills a sandbox shop with members who have one or two orders each: a few are bought like any other, and copied inside the
 * database with ids, names, numbers and days of their own. Ledger, invoices and the processor's records have all of them.
 */
export const fillWithVolume = async (
  shop: Shop,
  sandboxUrl: string,
  { members, orders }: { readonly members: number; readonly orders: 1 | 2 },
  tell: (line: string) => void,
): Promise<Made> => {
  const made = []
  for (const template of templates) made.push(await makeTemplate(shop, sandboxUrl, template, orders))
  // Their fees are copied with them.
  await readBalance(shop.services)
  const numbers = made.flatMap((one) => one.numbers)
  let { start } = (await sql<{ start: number }>`select count(*) as start from account`.execute(shop.deps.database)).rows[0] ?? { start: 0 } // prettier-ignore
  let copied = 0
  for (const [at, { member, share }] of made.entries()) {
    const wanted = at === made.length - 1 ? members - copied : Math.floor((members * share) / 100)
    for (let done = 0; done < wanted; done += batch) {
      const count = Math.min(batch, wanted - done)
      const charges = await asWork('unlimited', () =>
        inTransaction(shop.deps, async (tx) => {
          await prepareCopies(tx.db, numbers)
          return copyMember(tx.db, member, start + 1, start + count)
        }),
      )
      await tellProcessor(shop, sandboxUrl, charges)
      start += count
      copied += count
      tell(`${copied} of ${members} members`)
    }
  }
  await asWork('unlimited', () => sql`analyze`.execute(shop.deps.database))
  tell('The processor’s balance is read: fees and payouts.')
  await readCompleteBalance(shop.services)
  tell('The sums of the days are made.')
  await closeDays(shop.deps, daysOfCopies)
  return { members: copied, orders: copied * orders }
}
