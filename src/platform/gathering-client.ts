import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import {
  limitStatement,
  localLimitStatement,
  secondsFor,
  type TimeLimits,
  type WorkKind,
} from './time-limits.ts'

/** PostgreSQL cancels a statement by itself; if the server fails to do that, the client ends it this much later. */
const graceMs = 3_000

interface ClientOptions {
  /** None by default: statements take as long as they take. */
  readonly limits?: TimeLimits | null
  /** Whether a pooler gives each transaction another session, so that nothing may be set for longer than one. */
  readonly sharesSession?: boolean
}

/**
 * A client of PostgreSQL that sends everything written within one turn of the event loop with one system call: the
 * server is woken once for statements that are sent together. With time limits, each kind of work has its own, and a
 * connection over which nothing comes for longer is broken off.
 */
export class GatheringClient extends Client {
  readonly socket: Socket
  readonly #limits: TimeLimits | null
  readonly #sharesSession: boolean
  #gathers = false
  #seconds: number | null = null
  #unanswered = 0
  #deadline: NodeJS.Timeout | undefined

  constructor(config: ClientConfig = {}, { limits = null, sharesSession = false }: ClientOptions = {}) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
    this.#limits = limits
    this.#sharesSession = sharesSession
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

  /** Has the limits of this kind of work apply to the next statements, which must not be in a transaction yet. */
  limitTo(kind: WorkKind): void {
    if (this.#limits === null) return
    const seconds = secondsFor(this.#limits, kind)
    if (seconds === this.#seconds) return
    this.#seconds = seconds
    if (this.#sharesSession) return
    this.gather()
    // A connection that cannot do this cannot do the next statement either, which says so.
    void this.watch(this.query(limitStatement(seconds))).catch(() => undefined)
  }

  /** What sets the limits at the begin of a transaction; null where the session has them, or there are none. */
  get transactionLimits(): string | null {
    return this.#sharesSession && this.#seconds ? localLimitStatement(this.#seconds) : null
  }

  /** Sends one statement that is a transaction by itself; on a shared session together with its limits. */
  async alone<T>(send: () => Promise<T>): Promise<T> {
    const limits = this.transactionLimits
    if (limits === null) return send()
    this.gather()
    const [begun, answer, ended] = await Promise.allSettled([
      this.watch(this.query(`begin; ${limits}`)),
      send(),
      this.watch(this.query('commit')),
    ])
    for (const step of [begun, answer, ended]) if (step.status === 'rejected') throw step.reason
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }

  /** The answer to a statement that was sent; fails when nothing comes over the connection for too long. */
  async watch<T>(answer: Promise<T>): Promise<T> {
    if (!this.#seconds) return answer
    this.#unanswered += 1
    this.#expectAnswer()
    try {
      return await answer
    } finally {
      this.#unanswered -= 1
      this.#expectAnswer()
    }
  }

  #expectAnswer(): void {
    clearTimeout(this.#deadline)
    if (this.#unanswered === 0 || !this.#seconds) return
    const giveUp = (): void => {
      this.socket.destroy(new Error('Connection terminated: the database did not answer in time'))
    }
    this.#deadline = setTimeout(giveUp, this.#seconds * 1_000 + graceMs)
  }
}
