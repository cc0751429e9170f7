import { creditCommand } from '../../src/credit/commands/credit-command.ts'
import { purchase } from '#checkout/endpoints.ts'
import { callAs, outcomeOf } from '../simulation/people.ts'
import { toActionResult, type Action, type Outcomes } from './action.ts'
import { atAnotherBrowser, creditCents } from './fixture.ts'

/** All credit that somebody was ever granted; in cents, as everything here. */
const creditGranted = async ({ pool }: Outcomes, email: string): Promise<number> => {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(cents), 0)::int as cents from credit_grant g join account a on a.id = g.account_id
     where a.email = $1`,
    [email],
  )
  return rows[0]?.cents ?? 0
}

/** Credit that orders of somebody were paid with, added up from the orders themselves. */
const creditSpent = async ({ pool }: Outcomes, email: string): Promise<number> => {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(credit_cents), 0)::int as cents from "order" where email = $1 and state <> 'canceled'`,
    [email],
  )
  return rows[0]?.cents ?? 0
}

const creditLeft = async ({ pool }: Outcomes, email: string): Promise<number> => {
  const { rows } = await pool.query<{ cents: number }>(
    `select coalesce(sum(available_cents + reserved_cents), 0)::int as cents
     from credit_balance b join account a on a.id = b.account_id where a.email = $1`,
    [email],
  )
  return rows[0]?.cents ?? 0
}

const grantedCents = 700

/** A member's credit is what was granted less what was spent, each cent once. */
const unbalanced = async (outcomes: Outcomes, email: string): Promise<readonly string[]> => {
  const [granted, spent, left] = [
    await creditGranted(outcomes, email),
    await creditSpent(outcomes, email),
    await creditLeft(outcomes, email),
  ]
  // Given once at the beginning, then by one operator or by two.
  const isGrantedOnce = [1, 2].some((times) => granted === creditCents + times * grantedCents)
  return [
    ...(isGrantedOnce ? [] : [`${granted} cents of credit were granted`]),
    ...(spent + left === granted ? [] : [`of ${granted} cents ${spent} were spent, and ${left} are left`]),
  ]
}

/** An operator grants credit at the moment at which other credit of the same member is spent. */
const grantsCredit: Action = {
  name: 'credit grant',
  run: async ({ shop, fixture }) => {
    const { email } = fixture.ada
    const args = [email, (grantedCents / 100).toFixed(2), 'Sorry for the late package']
    const granted = await outcomeOf(shop, shop.runCommand(creditCommand, args))
    return toActionResult(granted, (lines) => ({
      summary: lines.at(-1)?.startsWith('Available: ') ? 'granted' : 'silent',
      falseClaims: (outcomes) => unbalanced(outcomes, email),
    }))
  },
}

/** Buys with the credit that a renewal would take as well. */
const buysWithCredit: Action = {
  name: 'purchase with credit',
  run: async ({ shop, fixture }) => {
    const { ada, adasForm } = fixture
    const sent = await callAs(shop, atAnotherBrowser(ada), purchase, adasForm)
    const untrue = async (outcomes: Outcomes): Promise<readonly string[]> => {
      const [spent, granted] = [
        await creditSpent(outcomes, ada.email),
        await creditGranted(outcomes, ada.email),
      ]
      return spent <= granted ? [] : [`${spent} of ${granted} cents of credit were spent`]
    }
    return { summary: sent.kind === 'answered' ? sent.answer.status : sent.kind, falseClaims: untrue }
  },
}

/** What gives store credit, and what spends it. */
export const creditActions: readonly Action[] = [buysWithCredit, grantsCredit]
