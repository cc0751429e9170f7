import { randomUUID } from 'node:crypto'
import { openGuestAccount } from '#account/server/accounts.ts'
import { placeOrder } from '#order/server/orders.ts'
import type { OrderDraft } from '#order/server/orders.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Processor } from '#payment/processor/server/processor.ts'
import { requestCharge, chargesFor, openCharge, recordOutcome } from '#payment/charge/server/payments.ts'
import type { Charge, OpenCharge } from '#payment/charge/server/payments.ts'
import type { FinishCharge } from '#payment/server/settlement.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { openTestDeps } from '../support/test-deps.ts'
import { shopUrl } from './test-processor.ts'
import type { openSandboxTestProcessor } from './sandbox-test-processor.ts'

/** A purchase of 49.99 with this token, to be written down. */
export const draftOf = (token: string, changes: Partial<OpenCharge> = {}): OpenCharge => ({
  purpose: 'purchase',
  purposeId: randomUUID(),
  attempt: 1,
  accountId: null,
  email: 'june@example.com',
  amountCents: 4999,
  currency: 'USD',
  source: { kind: 'token', token, save: true },
  processorCustomer: null,
  offSession: false,
  returnUrl: `${shopUrl}/thank-you`,
  description: 'DS-01 Daily Synbiotic',
  shipTo: null,
  ...changes,
})

/** The payment module on a database of its own, with a processor that other tests may use too. */
export const openPaymentApp = async ({ processor }: Awaited<ReturnType<typeof openSandboxTestProcessor>>) => {
  const shop = await openTestDeps()
  const { deps } = shop
  const finished: Charge[] = []
  const finish: FinishCharge = async (_tx, charge) => void finished.push(charge)
  const services = (other: Processor = processor) => ({ deps, processor: other })
  return {
    ...shop,
    /** The calls to the code that finishes charges. */
    finished,
    finish,
    services,
    open: (token: string, changes: Partial<OpenCharge> = {}): Promise<Charge> =>
      inTransaction(deps, (tx) => openCharge(tx, 'sandbox', draftOf(token, changes))),
    requestCharge: async (charge: Charge): Promise<Charge> => {
      const outcome = await requestCharge(services(), charge)
      return (await inTransaction(deps, (tx) => recordOutcome(tx, charge.id, outcome))).charge
    },
    stored: async ({ purposeId }: Charge): Promise<Charge> => {
      const [charge] = await chargesFor(deps.database, 'purchase', purposeId)
      if (!charge) throw new Error('The charge is gone.')
      return charge
    },
    account: (email: string): Promise<string> =>
      inTransaction(deps, async (tx) => {
        const guest = { email, firstName: 'June', lastName: 'Ito', phone: '' }
        return (await openGuestAccount(tx, guest)).accountId
      }),
  }
}

/** Orders, invoices and a ledger on a real database, with one buyer and no processor. */
export const openOrderApp = async () => {
  const opened = await openTestDeps('2026-11-20T15:00:00Z')
  const { deps } = opened
  await inTransaction(deps, (tx) => seedCatalogue(tx))
  const buyer = { email: 'mara@example.com', firstName: 'Mara', lastName: 'Ito', phone: '' }
  const { accountId } = await inTransaction(deps, (tx) => openGuestAccount(tx, buyer))
  /** A kit less DS-01-25-OFF to California: 49.99 − 12.50 + 7.25 % of 37.49, which is 2.72 = 40.21. */
  const draft = (facts: Partial<OrderDraft> = {}): OrderDraft => ({
    id: deps.ids.uuid(),
    number: deps.ids.orderNumber(),
    accountId,
    kind: 'purchase',
    checkoutId: null,
    billingCycleId: null,
    chargeId: deps.ids.uuid(),
    processor: 'sandbox',
    email: buyer.email,
    currency: 'USD',
    totals: {
      subtotalCents: 4999,
      discountCents: 1250,
      shippingCents: 0,
      taxCents: 272,
      totalCents: 4021,
      creditCents: 0,
    },
    taxPercent: 7.25,
    tax: null,
    shipping: { code: 'free_shipping', label: 'Free shipping' },
    discounts: [{ code: 'DS-01-25-OFF', reason: 'promo-code', cents: 1250 }],
    shipTo: {
      firstName: 'Mara',
      lastName: 'Ito',
      address: '1 Grove Street',
      unit: '',
      city: 'Oakland',
      region: 'CA',
      zip: '94607',
      country: 'US',
      phone: '',
      company: '',
    },
    card: { brand: 'visa', last4: '4242' },
    terms: [],
    ships: { from: Temporal.PlainDate.from('2026-11-22'), until: Temporal.PlainDate.from('2026-11-22') },
    lines: [
      {
        planCode: 'syn-wk',
        name: 'DS-01 Daily Synbiotic, starter kit',
        quantity: 1,
        unitPriceCents: 4999,
        discountCents: 1250,
        taxCents: 272,
        subscriptionId: null,
        stock: null,
      },
    ],
    ...facts,
  })
  const place = async (facts: Partial<OrderDraft> = {}): Promise<string> => {
    const order = draft(facts)
    await inTransaction(deps, (tx) => placeOrder(tx, order))
    return order.id
  }
  return { ...opened, accountId, draft, place }
}
