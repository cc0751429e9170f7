import { parseArgs } from 'node:util'
import { findAccountByEmail, holdAccount } from '#account/server/accounts.ts'
import { creditIn } from '../rules/credit-use.ts'
import { availableCredit, grantCredit } from '../server/credits.ts'
import type { NewCreditGrant } from '../server/credits.ts'
import { statementOf } from '#loyalty/server/credit-statements.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { sumIn } from '#shared/currency-sums.ts'
import type { CurrencySums } from '#shared/currency-sums.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'
import {
  OperatorRefusal,
  currencyOption,
  typedAmount,
  typedCurrency,
} from '#platform/command-line/operator-command.ts'
import type { OperatorCommand } from '#platform/command-line/operator-command.ts'

const noAccount = (email: string): OperatorRefusal =>
  new OperatorRefusal(`No account has the email ${email}.`)

/** A slip of the hand must not give a fortune away. */
const mostGranted: CurrencySums = { USD: 9_999_99, CAD: 13_499_99, EUR: 8_999_99, GBP: 7_999_99 }

const readCredit = (amount: string, currency: Currency): Cents => {
  const cents = typedAmount(amount, currency)
  if (cents === 0 || cents > (sumIn(mostGranted, currency) ?? 0))
    throw new OperatorRefusal(`${amount} is not an amount of credit, such as 12.50.`)
  return cents
}

/** Grants credit, unless the account is deleted in the same moment: then nothing of it may stay behind. */
const grant = async (deps: AppDeps, gift: Omit<NewCreditGrant, 'source'>): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    if (!(await holdAccount(tx.db, gift.accountId))) return false
    return grantCredit(tx, { ...gift, source: `operator:${deps.ids.uuid()}` })
  })

/** Shows a member's credit and grants credit. */
export const creditCommand: OperatorCommand = {
  name: 'credit',
  usages: [
    ['<email>', 'lists the entries of a member’s credit and the balance'],
    ['<email> <amount> <reason>', 'grants credit, such as 12.50; the member sees the reason'],
    ['<email> <amount> <reason> --currency <code>', 'in another currency; it pays orders of that currency'],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: currencyOption,
    })
    const currency = typedCurrency(values.currency)
    const [email, amount, ...reasonWords] = positionals
    if (email === undefined) throw new OperatorRefusal('Give the email of a member.')
    const { deps } = await context.shop()
    const account = await findAccountByEmail(deps.database, email)
    if (account === null) throw noAccount(email)
    if (amount !== undefined) {
      const note = reasonWords.join(' ').trim().slice(0, 200)
      if (note === '') throw new OperatorRefusal('Give a reason; the member sees it.')
      const cents = readCredit(amount, currency)
      const gift = { accountId: account.id, cents, currency, note, reason: 'operator' as const }
      if (!(await grant(deps, gift))) throw noAccount(email)
    }
    for (const entry of await statementOf(deps.database, account.id))
      context.print(
        `${dateIn(Temporal.Instant.from(entry.at), brand.timeZone).toString()}${entry.amount.padStart(10)}${entry.balance.padStart(10)} ${entry.currency}  ${entry.description}`,
      )
    const balances = await availableCredit(deps.database, [account.id])
    const available = shopCurrencies
      .map((one) => ({ one, cents: creditIn(balances, account.id, one) }))
      .filter(({ one, cents }) => cents > 0 || one === currency)
      .map(({ one, cents }) => formatPrice(cents, one))
    context.print(`Available: ${available.join(', ')}.`)
  },
}
