import { pino } from 'pino'
import { writeOut } from './standard-output.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Fields of a log entry: ids, counts, codes. Never bodies, secrets or personal data. */
interface LogFields {
  readonly err?: unknown
  readonly [name: string]: unknown
}

/** Structured log, one JSON object a line. The message is a fixed sentence; what varies goes into fields. */
export interface Log {
  readonly debug: (fields: LogFields, message: string) => void
  readonly info: (fields: LogFields, message: string) => void
  readonly warn: (fields: LogFields, message: string) => void
  readonly error: (fields: LogFields, message: string) => void
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const field = (thrown: object, name: string): string | undefined =>
  text(Object.entries(thrown).find(([key]) => key === name)?.[1])

// Classes 22 and 23 of SQLSTATE quote user input ("invalid input syntax for type uuid: …").
const quotesInput = (sqlState: string | undefined): boolean => /^2[23][0-9A-Z]{3}$/.test(sqlState ?? '')

// Mail servers quote the address that they refuse.
const withoutAddresses = (message: string): string =>
  message.replaceAll(/[^\s<>@"']+@[^\s<>@"']+/g, '<address>')

// The runtime quotes what it could not read: "Unexpected token 'm', "mara …" is not valid JSON".
const quotesText = (message: string): boolean => /JSON|to a BigInt|^Invalid regular expression/.test(message)

/** The error that a plain object is a copy of; undefined for any other value. A copy does not say whether its message quotes input, unless it has a code. */
const originalOf = (thrown: unknown): Error | undefined => {
  if (thrown instanceof Error) return thrown
  if (typeof thrown !== 'object' || thrown === null || field(thrown, 'stack') === undefined) return undefined
  const code = field(thrown, 'code')
  const message = code === undefined ? '' : (field(thrown, 'message') ?? '')
  // Nothing else of it: its name could be anything.
  return Object.assign(new Error(quotesText(message) ? '' : message), {
    stack: field(thrown, 'stack'),
    code,
    constraint: field(thrown, 'constraint'),
  })
}

/** An error that is its own cause would be logged for ever. */
const maxCauses = 10

const loggableUpTo = (depth: number, value: unknown): Record<string, unknown> => {
  const thrown = originalOf(value)
  if (thrown === undefined) return { type: typeof value }
  const code = field(thrown, 'code')
  // Code of others may have put anything there.
  const message = text(thrown.message) ?? ''
  const frames = (text(thrown.stack) ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    type: text(thrown.name) ?? 'Error',
    code,
    message:
      quotesInput(code) || (thrown instanceof SyntaxError && quotesText(message))
        ? undefined
        : withoutAddresses(message),
    constraint: field(thrown, 'constraint'),
    stack: frames.slice(0, 12).join('\n'),
    cause: thrown.cause === undefined || depth === 1 ? undefined : loggableUpTo(depth - 1, thrown.cause),
  }
}

/** An error as it may be logged, with its causes: its kind, code and place; the message only when it cannot quote a person's input. */
export const loggableError = (value: unknown): Record<string, unknown> => loggableUpTo(maxCauses, value)

/** A log to standard output, written before the call returns so that a crash loses no line. */
export const createLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggableError },
    },
    { write: writeOut },
  )
