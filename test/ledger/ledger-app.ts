import { openGuestAccount } from '#account/server/accounts.ts'
import { placeOrder } from '#order/server/orders.ts'
import type { OrderDraft } from '#order/server/orders.ts'
import { inTransaction } from '#platform/transaction.ts'
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { openTestDeps } from '../support/test-deps.ts'

/** A shop's ledger on a real database, with one buyer. */
export const openLedgerApp = async () => {
  const opened = await openTestDeps('2026-11-20T15:00:00Z')
  const { deps } = opened
  await inTransaction(deps, seedCatalogue)
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
