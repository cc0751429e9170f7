import { z } from 'zod'
import { findAccountByEmail, mintLink, openGuestAccount } from '#account/server/accounts.ts'
import { setPassword } from '#account/endpoints.ts'
import { newAccountLinkLifetime } from '#account/rules/session.ts'
import { addCartItem, setPromoCode } from '#cart/endpoints.ts'
import { previewPurchase, purchase } from '#checkout/endpoints.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Clock } from '#platform/clock.ts'
import { inTransaction } from '#platform/transaction.ts'
import { createClient } from '../../src/platform/route.ts'
import type { Client } from '../../src/platform/route.ts'
import { runDue } from '../../src/app/due-work.ts'
import { openShop } from '../../src/app/shop.ts'
import { createRoutes } from '../../src/app/api-routes.ts'
import type { Shop } from '../../src/app/shop.ts'
import type { ShopInfrastructure } from '../../src/app/shop-services.ts'
import { recordReports } from './carrier-reports.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import { testCardNamed } from '../../sandbox-processor/test-cards.ts'
import { demoPassword, people } from './people.ts'
import type { Person } from './people.ts'
import { currencyOfCountry } from '#shared/shop-currency.ts'

const Token = z.object({ token: z.string() })

/** Somebody who has just opened the shop, or a member who is signed in. */
export const newClient = (
  shop: Shop,
  country: string,
  actor: RequestContext['actor'] = { kind: 'visitor' },
): Client => {
  const jar = new Map<string, string>()
  const context: RequestContext = {
    actor,
    requestId: shop.deps.ids.uuid(),
    // Of its own, so that nobody is taken for somebody who tries many cards.
    network: shop.deps.ids.uuid(),
    userAgent: 'seed',
    country,
    region: 'XX',
    locale: 'en',
    currency: currencyOfCountry(country),
    cookies: {
      get: (name) => jar.get(name),
      set: (name, value) => void jar.set(name, value),
      clear: (name) => void jar.delete(name),
    },
    privacySignal: false,
    secFetch: { site: undefined, dest: undefined },
  }
  return createClient(createRoutes(shop), context)
}

/** A token as the processor's own card page would make it. */
export const cardToken = async (shop: Shop, sandboxUrl: string, card: string): Promise<string> => {
  const year = shop.clock.now().toZonedDateTimeISO('UTC').year + 3
  const { brand, number } = testCardNamed(card)
  const code = brand === 'amex' ? '1234' : '123'
  const body = JSON.stringify({ key: developmentKeys.publicKey, number, expiry: `12/${year % 100}`, code })
  const headers = { 'content-type': 'application/json', origin: sandboxUrl }
  const url = `${sandboxUrl}/v1/tokens`
  const reply = await shop.deps.outgoing.request({ method: 'POST', url, headers, body, timeoutMs: 5_000 })
  return Token.parse(JSON.parse(reply.body)).token
}

const buy = async (shop: Shop, sandboxUrl: string, person: Person): Promise<void> => {
  const { firstName, lastName, email, plans, promoCode, address } = person
  const call = newClient(shop, address.country)
  for (const [code, quantity] of Object.entries(plans)) await call(addCartItem, { code, quantity })
  if (promoCode !== null) await call(setPromoCode, { code: promoCode })
  const { country, region, zip } = address
  const totals = await call(previewPurchase, { country, region, zip })
  await call(purchase, {
    request_id: `demo-${email}`,
    email,
    address: { ...address, firstName, lastName },
    shipping: { method_code: totals.shipping.method_code },
    total: totals.total,
    card: { token: await cardToken(shop, sandboxUrl, person.card) },
  })
}

/** Each step looks whether it was done, so that a start that was cut short continues where it stopped. */
const seedPerson = async (shop: Shop, sandboxUrl: string, person: Person): Promise<void> => {
  const { deps } = shop
  const { email, firstName, lastName } = person
  const existing = await findAccountByEmail(deps.database, email)
  if (!existing && person.boughtDaysAgo !== null) await buy(shop, sandboxUrl, person)
  const token = await inTransaction(deps, async (tx) => {
    const { accountId } = await openGuestAccount(tx, { email, firstName, lastName, phone: '' })
    return mintLink(tx, accountId, 'set-password', newAccountLinkLifetime)
  })
  if (existing?.passwordHash) return
  await newClient(shop, 'US')(setPassword, { token, password: demoPassword })
}

const daysAgo = (person: Person): number => person.boughtDaysAgo ?? 1

/**
 * Simulates the days before the first start for the demo members: they buy, orders ship, renewals are charged, all
 * through the same endpoints that visitors use. Does nothing when everybody exists already.
 */
export const seedDemo = async (infrastructure: ShopInfrastructure): Promise<void> => {
  const start = infrastructure.machineClock.now()
  let now = start.subtract({ hours: 24 * Math.max(...people.map(daysAgo)) })
  const machineClock: Clock = { now: () => now }
  const shop = await openShop({
    ...infrastructure,
    machineClock,
    settings: { ...infrastructure.settings, smtpUrl: null },
  })
  try {
    while (Temporal.Instant.compare(now, start) <= 0) {
      const daysLeft = Math.floor(now.until(start).total('hours') / 24)
      for (const person of people)
        if (daysAgo(person) === daysLeft) await seedPerson(shop, infrastructure.sandboxUrl, person)
      await runDue(shop.services)
      await recordReports(shop, infrastructure.carrierUrl)
      await shop.jobs.drain(shop.jobHandlers)
      now = now.add({ hours: 24 })
    }
  } finally {
    await shop.close()
  }
}
