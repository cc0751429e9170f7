import { taxByPlace } from '#ledger/server/journals.ts'
import { refusedTaxRecords, taxDifferences, unrecordedTaxes } from '../server/orders.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { wirePrice } from '#shared/money.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand } from '#platform/command-line/operator-command.ts'

const amount = (cents: number, code: string): string => {
  const currency = currencyOf(code)
  return currency === null ? `${cents}` : wirePrice(cents, currency)
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const listed = 20

/** All months of a year, or one. */
const periodOf = (text: string): { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate } => {
  try {
    if (/^\d{4}$/.test(text)) {
      const from = Temporal.PlainDate.from(`${text}-01-01`)
      return { from, to: from.add({ years: 1 }) }
    }
    const from = Temporal.PlainYearMonth.from(text).toPlainDate({ day: 1 })
    return { from, to: from.add({ months: 1 }) }
  } catch {
    throw new OperatorRefusal(`${text} is not a year such as 2026 or a month such as 2026-11.`)
  }
}

/** Tax by month and jurisdiction, and what a tax service has not recorded. */
export const taxesCommand: OperatorCommand = {
  name: 'taxes',
  usages: [
    [
      '<year or month>',
      'shows the tax of each place and month: orders, what they added, what refunds took back, what is owed',
    ],
  ],
  run: async (context, args) => {
    const [period, ...rest] = args
    if (period === undefined || rest.length > 0)
      throw new OperatorRefusal('Name one year such as 2026, or one month such as 2026-11.')
    const { from, to } = periodOf(period)
    const { deps } = await context.shop()
    context.print('month,place,currency,orders,collected,refunded,owed')
    for (const {
      month,
      jurisdiction,
      currency,
      orders,
      collectedCents,
      refundedCents,
    } of await deps.replica.read((db) => taxByPlace(db, from, to))) {
      const sums = [collectedCents, refundedCents, collectedCents - refundedCents]
      const place = jurisdiction.includes(',') ? `"${jurisdiction}"` : jurisdiction
      context.print(
        [month, place, currency, orders, ...sums.map((cents) => amount(cents, currency))].join(','),
      )
    }
    const waiting = await unrecordedTaxes(deps.database)
    if (waiting > 0) context.print(`The tax service has still to be sent ${counted(waiting, 'order')}.`)
    const refused = await refusedTaxRecords(deps.database)
    if (refused > 0)
      context.print(
        `It refused ${counted(refused, 'record')}: ${refused === 1 ? 'it needs' : 'each needs'} an entry by hand.`,
      )
    for (const one of await taxDifferences(deps.database, listed)) {
      const code = one.currency ?? ''
      context.print(
        one.refusal === null
          ? `Order ${one.number}: ${amount(one.shop_cents ?? 0, code)} here, ${amount(one.service_cents ?? 0, code)} in the records of the tax service.`
          : `Order ${one.number} is not in the records of the tax service: ${one.refusal}`,
      )
    }
  },
}
