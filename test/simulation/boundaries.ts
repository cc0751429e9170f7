import type { PoolClient } from 'pg'
import { interceptedClients, textOf, type Answer, type Send } from './intercepted-clients.ts'

/**
 * A moment after which something outside of the process has changed: something is committed, a request to the
 * processor is answered, a mail is sent. What a process does between two of them is lost with it. Steps are the places
 * that somebody named, each beside one of the others.
 */
export interface Boundary {
  readonly kind: 'commit' | 'request' | 'mail' | 'step'
  /** What was written first, or what was asked, or the name of the step. */
  readonly name: string
  /** The lines of the shop's source that led here, the innermost first, as `src/order/server/orders.ts:198`. */
  readonly sites: () => readonly string[]
}

/** A life at a boundary: about to step over it, or just over it. */
export interface BoundaryMoment extends Boundary {
  readonly when: 'before' | 'after'
}

/** Called at every moment of a simulation; what it throws ends the process. */
export type OnBoundary = (moment: BoundaryMoment) => void

/** The shop's state when this was made; read only on request, because reading costs more than making. */
export const captureSites = (): (() => readonly string[]) => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const made = new Error('here')
  Error.stackTraceLimit = stackTraceLimit
  return () => [...(made.stack ?? '').matchAll(/\/(src\/[\w/-]+\.ts:\d+)/g)].map(([, site = '']) => site)
}

const written =
  /(?:\binsert\s+into|(?<!\b(?:for|key|do)\s)\bupdate|\bdelete\s+from|\bmerge\s+into)\s+(?:only\s+)?([\w."]+)/i

/** The table that a statement wrote first; null for one that read or found nothing to write. */
const tableOf = (text: string, { command, rowCount }: Answer): string | null => {
  const table = written.exec(text)?.[1]?.replaceAll('"', '')
  // The count of a statement that ends by reading is of what it read.
  return table === undefined || (command !== 'SELECT' && rowCount === 0) ? null : table
}

/** Sends statements and meets the boundaries among them; `check` throws once the process has ended. */
const watchedSend = (send: Send, check: () => void, onBoundary: OnBoundary): Send => {
  let open: { readonly sites: Boundary['sites']; table: string | null } | null = null
  const commit = async (answer: () => Promise<Answer>): Promise<Answer> => {
    const { sites, table } = open ?? { sites: captureSites(), table: null }
    open = null
    if (table === null) return answer()
    const boundary = { kind: 'commit', name: table, sites } as const
    onBoundary({ ...boundary, when: 'before' })
    const committed = await answer()
    onBoundary({ ...boundary, when: 'after' })
    return committed
  }
  return async (statement, ...rest) => {
    const text = textOf(statement)
    // The server undoes by itself what a dead process left open.
    if (text === 'rollback') open = null
    else check()
    // Statements inside a transaction are not boundaries, and a stack costs as much as a statement.
    const sites = open?.sites ?? captureSites()
    if (text === 'commit') return commit(() => send(statement, ...rest))
    const answer = await send(statement, ...rest)
    if (text === 'begin' || text.startsWith('start transaction')) open = { sites, table: null }
    const table = tableOf(text, answer)
    if (open) open.table ??= table
    else if (table !== null) onBoundary({ kind: 'commit', name: table, sites, when: 'after' })
    return answer
  }
}

/** Watches connections: each statement is checked first, and each boundary among them is met. */
export const watchedClients = (
  check: () => void,
  onBoundary: OnBoundary,
): ((client: PoolClient) => PoolClient) =>
  interceptedClients((_client, send) => watchedSend(send, check, onBoundary))
