import { ShopError } from '#shared/errors.ts'

interface QueueBounds {
  /** How many run at the same time. */
  readonly atOnce: number
  /** How many may wait for their turn. */
  readonly waiting: number
}

/**
 * Runs expensive work a few at a time, in the order of the calls. Throws SHOP_BUSY at once when too many wait, so that
 * a flood costs little and the rest of the shop keeps its share of the machine.
 */
export const createBoundedQueue = ({ atOnce, waiting }: QueueBounds) => {
  let running = 0
  const turns: (() => void)[] = []
  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (turns.length >= waiting) throw new ShopError('SHOP_BUSY')
    // A finished call passes its slot on, so the count stays.
    await new Promise<void>((resolve) => void turns.push(resolve))
  }
  const leave = (): void => {
    const next = turns.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(run: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await run()
    } finally {
      leave()
    }
  }
}
