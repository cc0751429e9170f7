import type { PurchaseReply } from '#checkout/endpoints.ts'
import { sleep } from '#platform/clock.ts'
import { ApiError } from './api-client.ts'
import type { Visitor } from './visitor.ts'

/** Where new buyers connect. */
export interface EntranceOfBuyers {
  readonly visitor: () => Visitor
}

/** A bought order as its buyer saw it. */
export interface SeenOrder {
  readonly requestId: string
  readonly number: string
}

/** What several buyers saw, while it goes on. */
export interface Shopping {
  readonly seen: readonly SeenOrder[]
  /** Every answer that sent a buyer away for a moment. */
  readonly refused: readonly ApiError[]
  /** Resolves when so many orders have been seen. */
  readonly untilSeen: (count: number) => Promise<void>
  /** Resolves when all have bought; rejects with the first answer that is not worth repeating. */
  readonly done: Promise<void>
}

/** Repeats a request while the answer is 503, as its Retry-After says, only sooner. */
const repeated = async <T>(request: () => Promise<T>, refused: ApiError[]): Promise<T> => {
  for (;;) {
    try {
      return await request()
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.status !== 503) throw thrown
      refused.push(thrown)
      await sleep(20)
    }
  }
}

/** A purchase that ended without an order, as its buyer read it. */
class EndedPurchase extends Error {}

/** One person buys one refill; every request is sent again, unchanged, until it is answered. */
const buyOnce = async (shop: EntranceOfBuyers, refused: ApiError[]): Promise<SeenOrder> => {
  const buyer = shop.visitor()
  const cart = await repeated(() => buyer.setQuantity('syn-rf', 1), refused)
  const filled = await repeated(() => buyer.fill({ but: { cart_id: cart.cart_id ?? '' } }), refused)
  let answer: Pick<PurchaseReply, 'checkout_id' | 'status' | 'order' | 'error'> = await repeated(
    () => buyer.send(filled),
    refused,
  )
  while (answer.order === null) {
    await sleep(20)
    // Its process runs, so that nobody ends its charge, whatever happens to the connections.
    if (answer.status !== 'pending') throw new EndedPurchase(`a purchase ended as ${answer.status}`)
    const { checkout_id: id } = answer
    answer = await repeated(() => buyer.purchaseState(id), refused)
  }
  return { requestId: filled.request_id, number: answer.order.number }
}

/**
 * So many buyers at once, each of whom buys so many times as somebody new. With `onEnded` a purchase that ended without an
 * order, after a process was away for too long, is counted there and tried again.
 */
export const startShopping = (
  shop: EntranceOfBuyers,
  buyers: number,
  purchases: number,
  onEnded?: () => void,
): Shopping => {
  const seen: SeenOrder[] = []
  const refused: ApiError[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const buyUntilSeen = async (): Promise<SeenOrder> => {
    for (;;) {
      try {
        return await buyOnce(shop, refused)
      } catch (thrown) {
        if (onEnded === undefined || !(thrown instanceof EndedPurchase)) throw thrown
        onEnded()
      }
    }
  }
  const buy = async (): Promise<void> => {
    for (let bought = 0; bought < purchases; bought += 1) {
      seen.push(await buyUntilSeen())
      for (const { count, resolve } of waiting) if (seen.length >= count) resolve()
    }
  }
  const done = Promise.all(Array.from({ length: buyers }, buy)).then(() => undefined)
  const untilSeen = async (count: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ count, resolve })
    if (seen.length >= count) return
    await Promise.race([promise, done])
  }
  return { seen, refused, untilSeen, done }
}
