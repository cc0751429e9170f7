import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/**
 * A client of PostgreSQL that sends everything written within one turn of the event loop with one system call: the
 * server is woken once for statements that are sent together.
 */
export class GatheringClient extends Client {
  readonly socket: Socket
  #gathers = false

  constructor(config: ClientConfig = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }

  /** Buffers what is written from now until the end of this turn. */
  gather(): void {
    if (this.#gathers) return
    this.#gathers = true
    this.socket.cork()
    process.nextTick(() => {
      this.#gathers = false
      this.socket.uncork()
    })
  }
}
