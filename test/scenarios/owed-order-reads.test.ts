import type { KyselyPlugin } from 'kysely'
import { expect } from 'vitest'
import { endQuestion } from '#subscription/owed-order/server/pay-owed.ts'
import { owedOrderOf } from '#subscription/owed-order/server/owed-order.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { expectConsistent } from '../support/invariants.ts'
import { owingConfirmation } from '../support/owed-confirmation.ts'
import { test } from '../support/shop.ts'

/** Lets something happen right after a statement, by its number. */
const after = (statement: number, happens: () => Promise<unknown>): KyselyPlugin => {
  let read = 0
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read += 1
      if (read === statement) await happens()
      return result
    },
  }
}

test.for([1, 2, 3, 4])(
  'a payment that settles after statement %i of the page is not shown as owed',
  async (statement, { shop }) => {
    const { link } = await owingConfirmation(shop)
    const { challenge_url: challenge } = await link.confirm()
    const { kysely } = shop.app.database
    const { id } = await kysely.selectFrom('dunning_case').select('id').executeTakeFirstOrThrow()
    // The webhook of the approval reaches no process, so that only the reader of the page settles the charge.
    await Promise.all(shop.app.children.map((child) => child.retire()))
    await shop.pages.answerChallenge(challenge ?? '', 'approve')

    const { shop: inProcess, close } = await openInProcessShop(shop)
    const reading = kysely.withPlugin(after(statement, () => endQuestion(inProcess.services, id)))
    const { dunningCase, cycle } = await owedOrderOf(inProcess.services, reading, id)
    // In flight it is shown as pending.
    expect([
      ['ended', 'unknown'],
      ['recovered', 'unknown'],
      ['recovered', 'billed'],
    ]).toContainEqual([dunningCase.state, cycle.state])
    await close()
    await shop.app.start()
    await shop.settled()
    expect(await link.view()).toMatchObject({ status: 'paid' })
    expect(await shop.chargedCents()).toEqual([4999, 4999])
    await expectConsistent(shop)
  },
)
