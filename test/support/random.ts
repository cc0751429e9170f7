/** Random numbers that are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 up to, not including, `limit`. */
  readonly intBelow: (limit: number) => number
  readonly oneOf: <T>(things: readonly T[]) => T
  readonly isWithinPercent: (percent: number) => boolean
  readonly bytes: (count: number) => Uint8Array
}

export const seededRandom = (seed: number): SeededRandom => {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const intBelow = (limit: number): number => Math.floor(next() * limit)
  return {
    intBelow,
    oneOf: (things) => {
      const thing = things[intBelow(things.length)]
      if (thing === undefined) throw new RangeError('nothing to choose from')
      return thing
    },
    isWithinPercent: (percent) => next() * 100 < percent,
    bytes: (count) => Uint8Array.from({ length: count }, () => intBelow(256)),
  }
}
