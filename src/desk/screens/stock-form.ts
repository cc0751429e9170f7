import type { PayloadOf } from '#shared/endpoint.ts'
import {
  closeDeskDelivery,
  countDeskStock,
  expectDeskDelivery,
  moveDeskStock,
  setDeskStockAlarm,
} from '../stock-endpoints.ts'
import type { EnteredTexts } from './flag-form.tsx'
import { textIn } from './flag-form.tsx'
import type { ShopContext } from '../../web/request/shop-context.ts'

/** A whole number that was typed, also below zero; not a number for anything else, which the endpoint refuses. */
const integerIn = (texts: EnteredTexts, name: string): number =>
  /^-?\d{1,15}$/.test(textIn(texts, name)) ? Number(textIn(texts, name)) : Number.NaN

const wholeOrNull = (texts: EnteredTexts, name: string): number | null =>
  textIn(texts, name) === '' ? null : integerIn(texts, name)

const orNull = (text: string): string | null => (text === '' ? null : text)

type Movement = PayloadOf<typeof moveDeskStock>

const movementIn = (texts: EnteredTexts, product: string): Movement => {
  const lot = textIn(texts, 'lot')
  const bestBefore = textIn(texts, 'best_before')
  const delivery = textIn(texts, 'delivery')
  return {
    request_id: textIn(texts, 'request_id'),
    product,
    kind: textIn(texts, 'kind') === 'written-off' ? 'written-off' : 'received',
    units: integerIn(texts, 'units'),
    note: textIn(texts, 'note'),
    ...(lot === '' ? {} : { lot }),
    ...(bestBefore === '' ? {} : { best_before: bestBefore }),
    ...(delivery === '' ? {} : { delivery }),
  }
}

/** The forms of a stock's page, by the value of their button. */
export const stockActions = ['move', 'count', 'expect', 'close', 'alarm'] as const

export type StockAction = (typeof stockActions)[number]

type Send = (call: ShopContext['call'], texts: EnteredTexts, product: string) => Promise<unknown>

/** What each form sends. */
export const sendStockAction: Readonly<Record<StockAction, Send>> = {
  move: (call, texts, product) => call(moveDeskStock, movementIn(texts, product)),
  count: (call, texts, product) =>
    call(countDeskStock, {
      request_id: textIn(texts, 'request_id'),
      product,
      counted: integerIn(texts, 'counted'),
      expected: integerIn(texts, 'expected'),
      last_movement: orNull(textIn(texts, 'last_movement')),
      note: textIn(texts, 'note'),
    }),
  expect: (call, texts, product) =>
    call(expectDeskDelivery, {
      request_id: textIn(texts, 'request_id'),
      product,
      units: integerIn(texts, 'units'),
      expected_on: textIn(texts, 'expected_on'),
      reference: textIn(texts, 'reference'),
    }),
  close: (call, texts, product) =>
    call(closeDeskDelivery, {
      product,
      delivery: textIn(texts, 'delivery'),
      reason: textIn(texts, 'reason'),
    }),
  alarm: (call, texts, product) =>
    call(setDeskStockAlarm, {
      product,
      units: wholeOrNull(texts, 'units'),
      days: wholeOrNull(texts, 'days'),
    }),
}
