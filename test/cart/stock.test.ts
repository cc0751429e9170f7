import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePrice } from '#catalogue/server/catalogue-versions.ts'
import {
  availableStock,
  setStock,
  listPlans,
  releaseStock,
  reserveStock,
  takeStockForRenewals,
  stockQuantitiesOf,
} from '#catalogue/server/plans.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openCartApp } from './cart-app.ts'

let app: Awaited<ReturnType<typeof openCartApp>>

beforeAll(async () => {
  app = await openCartApp()
})

afterAll(() => app.close())

const fill = (units: Record<string, number>) => inTransaction(app.deps, (tx) => setStock(tx, units))
const reserve = (units: Record<string, number>) => inTransaction(app.deps, (tx) => reserveStock(tx, units))
const left = () => availableStock(app.deps.database)

test('of twenty buyers of the last unit one gets it', async () => {
  await fill({ 'vs-01': 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => reserve({ 'vs-01': 1 })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
  expect(await left()).toMatchObject({ 'vs-01': 0 })
})

test('an order reserves all of its products or none', async () => {
  await fill({ 'ds-01': 5, 'vs-01': 0 })
  await expect(reserve({ 'ds-01': 2, 'vs-01': 1 })).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
  expect(await left()).toMatchObject({ 'ds-01': 5, 'vs-01': 0 })
})

test('buyers of the same products in any order do not deadlock', async () => {
  await fill({ 'ds-01': 40, 'vs-01': 40, 'pds-08': 40 })
  const orders = [
    { 'ds-01': 1, 'vs-01': 1, 'pds-08': 1 },
    { 'pds-08': 1, 'vs-01': 1, 'ds-01': 1 },
  ]
  await Promise.all(Array.from({ length: 40 }, (_, n) => reserve(orders[n % 2] ?? {})))
  expect(await left()).toMatchObject({ 'ds-01': 0, 'vs-01': 0, 'pds-08': 0 })
})

test('a released unit is in stock again', async () => {
  await fill({ 'ds-01': 3 })
  await reserve({ 'ds-01': 3 })
  await inTransaction(app.deps, (tx) => releaseStock(tx, { 'ds-01': 3 }))
  expect(await left()).toMatchObject({ 'ds-01': 3 })
})

test('a renewal takes stock below zero, and the next buyer is refused', async () => {
  await fill({ 'ds-01': 1 })
  await inTransaction(app.deps, (tx) => takeStockForRenewals(tx, { 'ds-01': 3 }))
  expect(await left()).toMatchObject({ 'ds-01': -2 })
  await expect(reserve({ 'ds-01': 1 })).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
})

test('an order takes stock by units of the product: a six-month plan takes six', async () => {
  const plans = await listPlans(app.deps, 'USD')
  const lines = ['syn-wk-6mo', 'syn-wk', 'pds-wk', 'pds-gwp'].flatMap((code) => {
    const plan = plans.get(code)
    return plan ? [{ plan, quantity: code === 'syn-wk' ? 2 : 1 }] : []
  })
  expect(stockQuantitiesOf(lines)).toEqual({ 'ds-01': 8, 'pds-08': 1, 'pds-08-gift': 1 })
})

test('a changed price applies at once, and a rolled back change does not', async () => {
  const price = async () => (await listPlans(app.deps, 'USD')).get('syn-wk')?.priceCents
  expect(await price()).toBe(4999)
  await inTransaction(app.deps, (tx) => changePrice(tx, 'syn-wk', 5499))
  expect(await price()).toBe(5499)
  const undone = inTransaction(app.deps, async (tx) => {
    await changePrice(tx, 'syn-wk', 1)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await price()).toBe(5499)
  const unknown = inTransaction(app.deps, (tx) => changePrice(tx, 'syn-xx', 100))
  await expect(unknown).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
})
