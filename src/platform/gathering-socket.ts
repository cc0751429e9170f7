import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * A socket that sends what is written within one turn of the event loop by one system call: PostgreSQL is woken once for
 * statements that travel together, not by each part of each of them.
 */
export class GatheringSocket extends Socket {
  #gathers = false

  override write(chunk: Uint8Array | string, written?: Written): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, written?: Written): boolean
  override write(
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | Written,
    written?: Written,
  ): boolean {
    this.#gather()
    return typeof encoding === 'string' ? super.write(chunk, encoding, written) : super.write(chunk, encoding)
  }

  #gather(): void {
    if (this.#gathers) return
    this.#gathers = true
    this.cork()
    process.nextTick(() => {
      this.#gathers = false
      this.uncork()
    })
  }
}
