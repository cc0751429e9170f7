import { readJson, sendJson, type Exchange } from '../sandbox-base/exchange.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import type { ChargeDeps } from './charges.ts'
import { feeOf } from './balance.ts'

/** One copy, as it was written in the shop: id, idempotency key, id of its balance entry, and when it was made in milliseconds since 1970. */
type Copy = readonly [id: string, key: string, entry: string, createdAt: number]

const bodyLimit = 4 * 1024 * 1024

const copyIn = (value: unknown): Copy => {
  const [id, key, entry, createdAt]: readonly unknown[] = Array.isArray(value) ? value : []
  const isText = [id, key, entry].every((one) => typeof one === 'string')
  if (!isText || typeof createdAt !== 'number')
    throw new Refusal(400, 'copy_unreadable', 'A copy is a list of id, key, balance entry and time.')
  return [String(id), String(key), String(entry), createdAt]
}

/**
 * Copies a charge that succeeded under other ids and keys, each with its entry of the balance, all in one transaction: for a
 * shop that is filled with many orders. No webhook is sent for them.
 */
const copyCharges = (deps: ChargeDeps, chargeId: string, copies: readonly Copy[]): Promise<number> =>
  deps.write(() => {
    const charge = deps.records.byId(chargeId)
    if (charge?.state !== 'succeeded' || charge.amount === 0)
      throw new Refusal(409, 'charge_not_copied', 'Only a charge that succeeded is copied.')
    for (const [id, idempotencyKey, entry, createdAt] of copies) {
      deps.records.insert({ ...charge, id, idempotencyKey, createdAt, refunded: 0 })
      deps.balance.add({
        kind: 'charge',
        source: id,
        chargeId: id,
        amount: charge.amount,
        currency: charge.currency,
        fee: feeOf(deps.fee, charge.amount),
        id: entry,
        payoutId: null,
        createdAt,
      })
    }
    return copies.length
  })

/** `POST /v1/charges/{id}/copies` with `{"copies": [[id, key, balance entry, milliseconds], …]}`. */
export const answerCopies = async (deps: ChargeDeps, exchange: Exchange): Promise<void> => {
  const { copies } = await readJson(exchange, bodyLimit)
  if (!Array.isArray(copies)) throw new Refusal(400, 'copies_missing', 'Give the copies.')
  const count = await copyCharges(deps, exchange.parts[0] ?? '', copies.map(copyIn))
  sendJson(exchange, 200, { copies: count })
}
