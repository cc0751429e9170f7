import { join } from 'node:path'
import { Stripe } from 'stripe'
import { readShopOutbox } from '#app/dev-tools.ts'
import { machineClock } from '#platform/clock.ts'
import { readOffset } from '#platform/shop-state-store.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { startStripe } from '../stripe/start-stripe.ts'
import type { ProcessorCharge } from './card-pages.ts'
import { openTestShop, type TestShop } from './shop.ts'

const keys = { secret: 'sk_test_scenario', publishable: 'pk_test_scenario', webhook: 'whsec_scenario' }

const environment = {
  PROCESSOR: 'stripe',
  DEV_TOOLS: 'local',
  STRIPE_SECRET_KEY: keys.secret,
  STRIPE_PUBLISHABLE_KEY: keys.publishable,
  STRIPE_WEBHOOK_SECRET: keys.webhook,
}

/** What Stripe has for the charges of the shop, oldest first. */
const readCharges = async (stripe: Stripe): Promise<ProcessorCharge[]> => {
  const { data } = await stripe.paymentIntents.list({
    limit: 100,
    expand: ['data.latest_charge', 'data.payment_method'],
  })
  return data.toReversed().map((intent) => {
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
    const method = typeof intent.payment_method === 'string' ? null : intent.payment_method
    return {
      key: intent.metadata['idempotency_key'] ?? '',
      state: intent.status,
      cents: intent.amount_received,
      refunded: charge?.amount_refunded ?? 0,
      customer: typeof intent.customer === 'string' ? intent.customer : null,
      card: method?.card?.last4 ?? '',
    }
  })
}

/** A clock that is moved in the database, and an outbox that is read from its folder: Stripe's shop has no dev tools. */
const withoutDevTools = (shop: TestShop, stripe: Stripe): TestShop => {
  const { app } = shop
  const today = async (): Promise<string> => {
    const milliseconds = await readOffset(app.database.kysely)
    return dateIn(machineClock.now().add({ milliseconds }), brand.timeZone).toString()
  }
  const settled = async (): Promise<void> => {
    await Promise.all(app.children.map((child) => child.runDueWork()))
  }
  const travelTo = async (day: string): Promise<void> => {
    while ((await today()) < day) await shop.advanceSeconds(86_400)
    await settled()
  }
  return {
    ...shop,
    today,
    settled,
    travelTo,
    mails: async (to) => {
      await settled()
      const mails = await readShopOutbox({ outboxFolder: join(app.dataFolder, 'outbox') })
      return mails.filter((mail) => to === undefined || mail.to === to).toReversed()
    },
    chargedCents: async () =>
      (await readCharges(stripe)).filter(({ state }) => state === 'succeeded').map(({ cents }) => cents),
    pages: { ...shop.pages, charges: () => readCharges(stripe) },
  }
}

/** A shop that is paid through the stand-in of Stripe, and the stand-in with a client of its own. */
export const openStripeShop = async () => {
  await using stack = new AsyncDisposableStack()
  const standIn = await startStripe({ clock: machineClock, secretKey: keys.secret })
  stack.defer(standIn.close)
  const opened = await openTestShop({ environment: { ...environment, STRIPE_API_BASE: standIn.url } })
  stack.defer(opened.close)
  const { host, port } = standIn
  const stripe = new Stripe(keys.secret, { host, port, protocol: 'http', telemetry: false })
  standIn.webhooks.sendTo(`${opened.url}/api/payment/webhook/stripe`, [keys.webhook])
  const built = stack.move()
  return {
    shop: withoutDevTools(opened, stripe),
    standIn,
    stripe,
    /** What the card field of the checkout makes of one of Stripe's test cards. */
    newCard: (card = 'pm_card_visa') => ({ token: standIn.confirmationToken({ card }) }),
    close: (): Promise<void> => built.disposeAsync(),
  }
}
