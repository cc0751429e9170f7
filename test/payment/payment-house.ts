import { randomUUID } from 'node:crypto'
import { openGuestAccount } from '#account/server/accounts.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Processor } from '#payment/server/processor.ts'
import { askProcessor, chargesFor, openCharge, recordOutcome } from '#payment/server/payments.ts'
import type { Charge, OpenCharge } from '#payment/server/payments.ts'
import type { FinishCharge } from '#payment/server/settlement.ts'
import { openTestWorld } from '../support/world.ts'
import { shopUrl } from './processor-house.ts'
import type { openSandboxHouse } from './sandbox-house.ts'

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
  ...changes,
})

/** The payment room on a database of its own, with a processor that others may use too. */
export const openPaymentHouse = async ({ processor }: Awaited<ReturnType<typeof openSandboxHouse>>) => {
  const shop = await openTestWorld()
  const { world } = shop
  const finished: Charge[] = []
  const finish: FinishCharge = async (_work, charge) => void finished.push(charge)
  const tools = (other: Processor = processor) => ({ world, processor: other })
  return {
    ...shop,
    /** What was handed on to whoever finishes charges. */
    finished,
    finish,
    tools,
    open: (token: string, changes: Partial<OpenCharge> = {}): Promise<Charge> =>
      inTransaction(world, (work) => openCharge(work, 'sandbox', draftOf(token, changes))),
    ask: async (charge: Charge): Promise<Charge> => {
      const outcome = await askProcessor(tools(), charge)
      return (await inTransaction(world, (work) => recordOutcome(work, charge.id, outcome))).charge
    },
    stored: async ({ purposeId }: Charge): Promise<Charge> => {
      const [charge] = await chargesFor(world.database, 'purchase', purposeId)
      if (!charge) throw new Error('The charge is gone.')
      return charge
    },
    account: (email: string): Promise<string> =>
      inTransaction(world, async (work) => {
        const guest = { email, firstName: 'June', lastName: 'Ito', phone: '' }
        return (await openGuestAccount(work, guest)).accountId
      }),
  }
}
