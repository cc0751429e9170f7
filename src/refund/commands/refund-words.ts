import { parseArgs } from 'node:util'
import type { Currency } from '#shared/money.ts'
import type { OperatorRefund, PlanUnits } from '../server/operator-refunds.ts'
import { OperatorRefusal, typedAmount } from '#platform/command-line/operator-command.ts'

/** What an operator typed after `refund`. */
export interface RefundWords {
  /** Null: the list of what needs a decision. */
  readonly number: string | null
  readonly action: 'refund' | 'retry' | 'as-credit'
  readonly what: OperatorRefund['what']
  readonly note: string | null
  readonly asCredit: boolean
  readonly isPreview: boolean
  /** Typed again it is the same refund; null: a new one each time. */
  readonly key: string | null
  /** Given although the same refund was given within a day. */
  readonly isAgain: boolean
}

const options = {
  shipping: { type: 'string' },
  goodwill: { type: 'string' },
  reason: { type: 'string' },
  key: { type: 'string' },
  'as-credit': { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  preview: { type: 'boolean', default: false },
} as const

const isPlanWord = (word: string): boolean => word.includes('=')

/** `syn-rf=1`. */
const planUnits = (word: string): PlanUnits => {
  const { planCode, count } = /^(?<planCode>[\w-]+)=(?<count>\d{1,4})$/.exec(word)?.groups ?? {}
  if (planCode === undefined || Number(count) < 1)
    throw new OperatorRefusal(`${word} is not a plan with a number of units, such as syn-rf=1.`)
  return { planCode, quantity: Number(count) }
}

/** Words of at most 200 characters on one line, because they are printed on a document. */
const noteOf = (reason: string | undefined): string | null => {
  if (reason === undefined) return null
  const note = reason.trim()
  if (note === '' || note.length > 200 || /[\n\r\0]/.test(note))
    throw new OperatorRefusal('A reason has 1 to 200 characters on one line.')
  return note
}

const whatOf = (
  words: readonly string[],
  { shipping, goodwill }: { readonly shipping?: string | undefined; readonly goodwill?: string | undefined },
  currency: Currency,
): OperatorRefund['what'] => {
  const plans = words.filter(isPlanWord).map(planUnits)
  const [amount, ...more] = words.filter((word) => !isPlanWord(word))
  if (more.length > 0 || (amount !== undefined && goodwill !== undefined))
    throw new OperatorRefusal('Give one amount, or plans with their units.')
  if (words.length === 0 && shipping === undefined && goodwill === undefined) return 'rest'
  const shippingCents =
    shipping === undefined ? null : shipping === 'all' ? 'all' : typedAmount(shipping, currency)
  if (goodwill !== undefined)
    return { plans, shippingCents, sum: { kind: 'goodwill', cents: typedAmount(goodwill, currency) } }
  return {
    plans,
    shippingCents,
    sum: amount === undefined ? null : { kind: 'sum', cents: typedAmount(amount, currency) },
  }
}

/** The words of the command; sums are in the currency of the order. Throws OperatorRefusal for what cannot be meant. */
export const refundWords = (args: readonly string[], currency: Currency): RefundWords => {
  // Without a sum it is the whole fee.
  const words = args.map((word) => (word === '--shipping' ? '--shipping=all' : word))
  const { positionals, values } = parseArgs({ args: words, allowPositionals: true, options })
  const [number = null, ...rest] = positionals
  const [word] = rest
  const action = word === 'retry' || word === 'as-credit' ? word : 'refund'
  if (action !== 'refund' && (rest.length > 1 || words.length > 2))
    throw new OperatorRefusal(`Give an order number and ${action}, and nothing else.`)
  return {
    number,
    action,
    what: action === 'refund' ? whatOf(rest, values, currency) : 'rest',
    note: noteOf(values.reason),
    asCredit: values['as-credit'],
    isPreview: values.preview,
    key: values.key ?? null,
    isAgain: values.again,
  }
}
