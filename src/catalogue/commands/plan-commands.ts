import { parseArgs } from 'node:util'
import { changePrice } from '../server/catalogue-versions.ts'
import { countIntoLots, openLot } from '../server/stock-lots.ts'
import { availableStock, readCatalogue, setStock } from '../server/plans.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { recordAction } from '#staff/server/audits.ts'
import { formatPrice, parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { defaultCurrency, shopCurrencies } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import {
  OperatorRefusal,
  currencyOption,
  typedAmount,
  typedCurrency,
} from '#platform/command-line/operator-command.ts'
import type { CommandContext, OperatorCommand } from '#platform/command-line/operator-command.ts'

const showStock = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  for (const [product, quantity] of Object.entries(await availableStock(deps.database)))
    print(`${product.padEnd(12)} ${String(quantity).padStart(8)}`)
}

const count = async ({ print, shop }: CommandContext, product: string, quantity: string): Promise<void> => {
  if (!/^\d{1,9}$/.test(quantity)) throw new OperatorRefusal('Give the quantity as a whole number.')
  const { deps } = await shop()
  await inTransaction(deps, async (tx) => {
    const lots = await openLot(tx, { product, lot: null, bestBefore: null })
    const before = ownValue(await availableStock(tx.db), product)
    if (before === undefined) throw new OperatorRefusal(`There is no product ${product}.`)
    await countIntoLots(tx, lots, product, Number(quantity) - before)
    await setStock(tx, { [product]: Number(quantity) })
    print(`${product}: ${quantity} in stock, ${before} until now.`)
  })
}

/** The stock that is not sold or reserved; below zero it is owed to members. */
export const stockCommand: OperatorCommand = {
  name: 'stock',
  usages: [
    ['', 'lists the stock of each product'],
    ['<product> <quantity>', 'sets the stock of a product, as after a count or a delivery'],
  ],
  run: async (context, args) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
    const [product, quantity, ...rest] = positionals
    if (product === undefined) return showStock(context)
    if (quantity === undefined || rest.length > 0) throw new OperatorRefusal('Give a product and a quantity.')
    return count(context, product, quantity)
  },
}

const showAll = async ({ print, shop }: CommandContext): Promise<void> => {
  const { deps } = await shop()
  const catalogue = await readCatalogue(deps)
  for (const currency of shopCurrencies)
    for (const { code, priceCents } of catalogue.in(currency).values())
      print(`${code.padEnd(20)} ${wirePrice(priceCents, currency).padStart(8)} ${currency}`)
  const missing = shopCurrencies.filter((currency) => !catalogue.offered.includes(currency))
  for (const currency of missing) print(`Not sold in ${currency} until every plan has a price in it.`)
}

interface NewPrice {
  readonly code: string
  readonly amount: string
  readonly currency: ShopCurrency
}

/** Publishes a price with its entry of the log. The price until then, as it is once nobody else can change it; null for none. */
const publishPrice = async (
  tx: Tx,
  {
    code,
    cents,
    currency,
  }: { readonly code: string; readonly cents: Cents; readonly currency: ShopCurrency },
): Promise<string | null> => {
  const { before, changes, faults } = await changePrice(tx, code, cents, currency)
  const [fault] = faults
  if (fault) throw new OperatorRefusal(`${fault.sku}: ${fault.message}.`)
  if (changes.length > 0)
    recordAction(
      tx,
      { actor: 'operator', requestId: tx.ids.uuid() },
      {
        action: 'catalogue.priced',
        subject: `plan:${code}`,
        before: before === null ? null : { [currency]: before },
        after: { [currency]: wirePrice(cents, currency) },
      },
    )
  return before
}

const setPrice = async (
  { print, shop }: CommandContext,
  { code, amount, currency }: NewPrice,
): Promise<void> => {
  const cents = typedAmount(amount, currency)
  const { deps } = await shop()
  const catalogue = await readCatalogue(deps)
  if (!catalogue.in(defaultCurrency).has(code)) throw new OperatorRefusal(`There is no plan ${code}.`)
  const before = await inTransaction(deps, (tx) => publishPrice(tx, { code, cents, currency }))
  const until = before === null ? '' : `, ${formatPrice(parsePrice(before, currency), currency)} until now`
  print(`${code} costs ${formatPrice(cents, currency)} from now on${until}.`)
  const left = catalogue.in(defaultCurrency).size - catalogue.in(currency).size - (before === null ? 1 : 0)
  if (left > 0)
    print(`Plans without a price in ${currency}: ${left}. The shop sells in it when there are none.`)
}

/** The prices of plans. A new price applies at once on every page and in every unpaid cart. */
export const priceCommand: OperatorCommand = {
  name: 'price',
  usages: [
    ['', 'lists the plans with their prices in each currency'],
    ['<plan code> <amount>', 'changes a price, as in: price syn-wk 52.99'],
    [
      '<plan code> <amount> --currency <code>',
      'in another currency, as in: price syn-wk 48.99 --currency EUR',
    ],
  ],
  run: async (context, args) => {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: currencyOption,
    })
    const [code, amount, ...rest] = positionals
    if (code === undefined) return showAll(context)
    if (amount === undefined || rest.length > 0) throw new OperatorRefusal('Give a plan code and an amount.')
    return setPrice(context, { code, amount, currency: typedCurrency(values.currency) })
  },
}
