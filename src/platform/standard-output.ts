import { writeSync } from 'node:fs'

const standardOutput = 1

const isFull = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'EAGAIN'

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes all of a text before it returns; a reader that is slow slows the process down. What cannot be written at all, because
 * the disk is full or the reader has gone, is lost: a shop that cannot log continues selling.
 */
export const writeOut = (text: string): void => {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(standardOutput, rest))
    } catch (thrown) {
      if (!isFull(thrown)) return
      Atomics.wait(pause, 0, 0, 5)
    }
  }
}
