import { parseArgs } from 'node:util'
import { listPlans } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn, longDate } from '#shared/dates.ts'
import { formatPrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { Jurisdictions } from '../rules/jurisdiction.ts'
import { forecastIncrease } from '../server/increase-forecast.ts'
import {
  increaseRefusal,
  listIncreases,
  schedulePriceIncrease,
  undoIncrease,
} from '../server/price-increases.ts'
import type { RequestedIncrease, IncreaseProgress } from '../server/price-increases.ts'
import { inTransaction } from '#platform/transaction.ts'
import {
  OperatorRefusal,
  currencyOption,
  typedAmount,
  typedCurrency,
  typedDay,
} from '#platform/command-line/operator-command.ts'
import type { CommandContext, CommandShop, OperatorCommand } from '#platform/command-line/operator-command.ts'

const unknownPlan = (code: string): OperatorRefusal => new OperatorRefusal(`There is no plan ${code}.`)

/** The option that names a currency other than the default. */
const currencySuffix = (currency: Currency): string =>
  currency === defaultCurrency ? '' : ` --currency ${currency}`

type Refused = NonNullable<Awaited<ReturnType<typeof schedulePriceIncrease>>>

const refusal = (
  { planCode, currency }: RequestedIncrease,
  today: Temporal.PlainDate,
  refused: Refused,
): OperatorRefusal => {
  switch (refused.reason) {
    case 'unknown-plan':
      return unknownPlan(planCode)
    case 'not-above-zero':
      return new OperatorRefusal('The new price must be more than 0.00.')
    case 'day-not-ahead':
      return new OperatorRefusal(`The date must be after today, ${longDate(today.toString())}.`)
    case 'out-of-order': {
      const { effectiveOn, priceCents } = refused.scheduled
      return new OperatorRefusal(
        `${planCode} is already scheduled to cost ${formatPrice(priceCents, currency)} from ${longDate(effectiveOn.toString())} on. Give a later date and a higher price, or undo that increase first: price-increase undo ${planCode} ${effectiveOn.toString()}${currencySuffix(currency)}.`,
      )
    }
    default:
      return refused satisfies never
  }
}

interface IncreaseShop extends CommandShop {
  readonly services: { readonly jurisdictions: Jurisdictions }
}

const todayOf = ({ deps }: CommandShop): Temporal.PlainDate => dateIn(deps.clock.now(), brand.timeZone)

const preview = async (
  { print, shop }: CommandContext<IncreaseShop>,
  increase: RequestedIncrease,
): Promise<void> => {
  const opened = await shop()
  const { deps, services } = opened
  if (!(await listPlans(deps, increase.currency)).has(increase.planCode)) throw unknownPlan(increase.planCode)
  const today = todayOf(opened)
  const refused = await increaseRefusal(deps.database, increase, today)
  if (refused) throw refusal(increase, today, refused)
  const {
    live,
    byPrice,
    withoutOrders: withoutNextOrder,
  } = await forecastIncrease(services.jurisdictions, deps.database, increase, today)
  print(
    `${increase.planCode} at ${formatPrice(increase.priceCents, increase.currency)} for orders from ${longDate(increase.effectiveOn)} on: ${live} live subscriptions today. Nothing was changed.`,
  )
  for (const [cents, share] of [...byPrice].toSorted(([a], [b]) => a - b))
    print(
      `  from ${formatPrice(cents, increase.currency)}: ${share.count}, first mail ${longDate(share.firstMailOn)}, first orders from ${longDate(share.firstOrderOn)} to ${longDate(share.lastOrderOn)}`,
    )
  if (withoutNextOrder > 0) print(`  without a next order: ${withoutNextOrder}`)
  if (byPrice.size === 0 && withoutNextOrder === 0) print('  No subscription pays less than that.')
}

const scheduleIncrease = async (
  { print, shop }: CommandContext,
  increase: RequestedIncrease,
): Promise<void> => {
  const opened = await shop()
  const refused = await inTransaction(opened.deps, (tx) => schedulePriceIncrease(tx, increase))
  if (refused) throw refusal(increase, todayOf(opened), refused)
  print(
    `${increase.planCode}: members who pay less are notified of ${formatPrice(increase.priceCents, increase.currency)} for orders from ${longDate(increase.effectiveOn)} on, and pay it only after the notice. New subscriptions are not affected.`,
  )
}

const undo = async (
  { print, shop }: CommandContext,
  planCode: string,
  day: string,
  currency: Currency,
): Promise<void> => {
  const { deps } = await shop()
  const undone = await inTransaction(deps, (tx) => undoIncrease(tx, { planCode, currency, effectiveOn: day }))
  if (!undone)
    throw new OperatorRefusal(
      `There is no future increase of ${planCode} for ${longDate(day)}. An increase that is in force cannot be undone.`,
    )
  print(
    `${planCode} will not cost ${formatPrice(undone.priceCents, undone.currency)} from ${longDate(day)} on. Members who were notified of the increase are notified that their price does not change.`,
  )
}

const stateOf = ({ isUndone, effectiveOn }: IncreaseProgress, today: Temporal.PlainDate): string => {
  if (isUndone) return 'undone'
  return Temporal.PlainDate.compare(effectiveOn, today) > 0 ? 'scheduled' : 'in force'
}

const list = async ({ print, shop }: CommandContext): Promise<void> => {
  const opened = await shop()
  const { deps } = opened
  const increases = await listIncreases(deps.database, [...(await listPlans(deps, defaultCurrency)).keys()])
  for (const increase of increases) {
    const { planCode, priceCents, currency, effectiveOn, firstOn, lastOn } = increase
    const orders = firstOn && lastOn ? `, orders from ${longDate(firstOn)} to ${longDate(lastOn)}` : ''
    print(
      `${planCode.padEnd(16)} ${formatPrice(priceCents, currency)} from ${longDate(effectiveOn.toString())}: ${stateOf(increase, todayOf(opened))}, ${increase.sent} of ${increase.made} mails sent${orders}`,
    )
  }
  if (increases.length === 0) print('No price increase was ever scheduled.')
}

/** Increases the price of existing subscriptions. New ones pay the current price, which `price` sets. */
export const priceIncreaseCommand: OperatorCommand<CommandContext<IncreaseShop>> = {
  name: 'price-increase',
  usages: [
    ['', 'lists the increases with their state'],
    [
      '<plan code> <amount> <day> [--dry-run]',
      'increases the price of existing subscriptions, as in: price-increase syn-rf 52.99 2031-03-01; --dry-run only shows who would pay it',
    ],
    ['<plan code> <amount> <day> --currency <code>', 'of the subscriptions in another currency'],
    ['undo <plan code> <day>', 'undoes a future increase and notifies the members who were notified of it'],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, ...currencyOption },
    })
    if (positionals.length === 0) return list(context)
    const [first = '', second = '', third = '', ...rest] = positionals
    if (positionals.length < 3 || rest.length > 0)
      throw new OperatorRefusal('Give a plan code, an amount and a date; or undo, a plan code and a date.')
    const currency = typedCurrency(values.currency)
    if (first === 'undo') return undo(context, second, typedDay(third).toString(), currency)
    const priceCents = typedAmount(second, currency)
    const increase = { planCode: first, priceCents, currency, effectiveOn: typedDay(third).toString() }
    return values['dry-run'] ? preview(context, increase) : scheduleIncrease(context, increase)
  },
}
