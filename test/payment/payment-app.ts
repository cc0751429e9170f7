import { randomUUID } from 'node:crypto'
import { openGuestAccount } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Processor } from '#payment/processor/server/processor.ts'
import { requestCharge, chargesFor, openCharge, recordOutcome } from '#payment/charge/server/payments.ts'
import type { Charge, OpenCharge } from '#payment/charge/server/payments.ts'
import type { FinishCharge } from '#payment/server/settlement.ts'
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
