/** What somebody entered in the form of a refund. */
export interface EnteredRefund {
  readonly wanted: {
    readonly everything: boolean
    readonly units: { readonly position: number; readonly quantity: number }[]
    readonly with_shipping: boolean
    readonly sum?: string
    readonly as_credit: boolean
  }
  readonly reason: string
  /** The amount of the preview that is confirmed; null for a first look. */
  readonly amount: string | null
  readonly requestId: string
  /** Whether somebody else is asked for it. */
  readonly isRequested: boolean
}

/** Refunds are of lines, of a sum, or of all that is left. */
export type RefundKind = 'lines' | 'sum' | 'all'

/** The fields of a form by name, as `FormData` has them. */
type Fields = Pick<FormData, 'get' | 'entries'>

const textIn = (form: Fields, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Units of lines, from fields such as `units-0`; none of a line for an empty field or a zero. */
export const unitsIn = (form: Fields) =>
  [...form.entries()].flatMap(([name, value]) => {
    const position = /^units-(\d{1,2})$/.exec(name)?.[1]
    const quantity = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0
    return position === undefined || quantity === 0 ? [] : [{ position: Number(position), quantity }]
  })

/** `12.5` and `12` are written out: `12.50`, `12.00`. */
const withCents = (text: string): string => {
  if (/^\d+$/.test(text)) return `${text}.00`
  return /^\d+\.\d$/.test(text) ? `${text}0` : text
}

export const readRefundForm = (form: Fields): EnteredRefund => {
  const kind = textIn(form, 'kind')
  const sum = withCents(textIn(form, 'sum').replace(/^\$/, ''))
  const amount = textIn(form, 'amount')
  return {
    wanted: {
      everything: kind === 'all',
      units: kind === 'lines' ? unitsIn(form) : [],
      with_shipping: kind === 'lines' && form.get('shipping') !== null,
      ...(kind === 'sum' ? { sum } : {}),
      as_credit: form.get('as_credit') !== null,
    },
    reason: textIn(form, 'reason'),
    amount: amount === '' ? null : amount,
    requestId: textIn(form, 'request_id'),
    isRequested: textIn(form, 'intent') === 'ask',
  }
}

/** The kind of a refund, for the form that is shown again. */
export const kindOf = ({ wanted }: Pick<EnteredRefund, 'wanted'>): RefundKind => {
  if (wanted.everything) return 'all'
  return wanted.sum === undefined ? 'lines' : 'sum'
}
