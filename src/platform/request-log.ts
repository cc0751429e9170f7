import type { LogLevel } from './log.ts'
import { writeOut } from './standard-output.ts'

/** Who made a request, in a word: a person of one of these kinds, or a machine that signs what it sends. */
export type ActorKind = 'visitor' | 'member' | 'staff' | 'agent' | 'partner'

/** One answered request. Nothing here is a person's: no address of a page, only its pattern; no query, no name, no network. */
export interface AnsweredRequest {
  readonly method: string
  /** The pattern of the route, such as `/orders/:number`; `none` where nothing is. */
  readonly route: string
  readonly status: number
  /** Milliseconds from the head of the request to the end of the answer. */
  readonly ms: number
  readonly requestId: string
  readonly actor: ActorKind
  /** The client closed the connection before it had the whole answer. */
  readonly aborted?: true
}

/** One line for each answered request, at the level `info`. */
export interface RequestLog {
  readonly add: (request: AnsweredRequest) => void
  /** Writes what is gathered; at the end of a process. */
  readonly flush: () => void
}

/** For shops without one: of commands and of most tests. */
export const noRequestLog: RequestLog = { add: () => undefined, flush: () => undefined }

// A pipe takes so much at once without mixing it with the lines of another thread.
const atomicBytes = 4_096
const longestWaitMs = 200

/** The time as lines have it, written once in a millisecond. */
const createTimeText = (): (() => string) => {
  let last = Number.NaN
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== last) text = new Date(now).toISOString()
    last = now
    return text
  }
}

const timeText = createTimeText()

/** Joined by hand, because each answer waits for it. Only method and route may have characters that JSON escapes. */
const lineOf = ({ method, route, status, ms, requestId, actor, aborted }: AnsweredRequest): string =>
  `{"level":30,"time":"${timeText()}","method":${JSON.stringify(method)},"route":${JSON.stringify(route)},` +
  `"status":${status},"ms":${Math.round(ms * 10) / 10},"requestId":"${requestId}","actor":"${actor}",` +
  `${aborted ? '"aborted":true,' : ''}"msg":"request"}\n`

/**
 * The lines of requests, in the form of every other line. They are gathered up to 4 kB or 200 ms, because a call of the system for
 * each would cost a page from memory half as much again; a killed process loses those of the last 200 ms, and no other
 * line (decision 187). Nothing is gathered above the level `info`.
 */
export const createRequestLog = (level: LogLevel, write: (text: string) => void = writeOut): RequestLog => {
  if (level !== 'debug' && level !== 'info') return noRequestLog
  let gathered = ''
  let timer: NodeJS.Timeout | null = null
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const text = gathered
    gathered = ''
    if (text !== '') write(text)
  }
  return {
    add: (request) => {
      const line = lineOf(request)
      if (gathered.length + line.length > atomicBytes) flush()
      gathered += line
      timer ??= setTimeout(flush, longestWaitMs).unref()
    },
    flush,
  }
}
