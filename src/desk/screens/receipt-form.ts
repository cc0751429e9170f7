/** What somebody entered on the page of a package that came back. */
export interface EnteredReceipt {
  readonly counted: {
    readonly lines: {
      readonly position: number
      readonly restocked: number
      readonly written_off: number
      readonly note: string
    }[]
    readonly other_contents: string
    readonly message: string
    readonly despite_missing: boolean
  }
  /** The amount of the preview that is confirmed; null for a first look. */
  readonly amount: string | null
  readonly requestId: string
  /** Why a second person is asked for it; null when it is received by the person. */
  readonly requestedFor: string | null
}

/** The fields of a form by name, as `FormData` has them. */
type Fields = Pick<FormData, 'get' | 'keys'>

const textIn = (form: Fields, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const unitsIn = (form: Fields, name: string): number => {
  const text = textIn(form, name)
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

/** Reads fields such as `restocked-0`, `written-off-0` and `note-0`. */
export const readReceiptForm = (form: Fields): EnteredReceipt => {
  const positions = [...form.keys()].flatMap((name) => {
    const position = /^restocked-(\d{1,2})$/.exec(name)?.[1]
    return position === undefined ? [] : [Number(position)]
  })
  const amount = textIn(form, 'amount')
  return {
    counted: {
      lines: [...new Set(positions)].map((position) => ({
        position,
        restocked: unitsIn(form, `restocked-${position}`),
        written_off: unitsIn(form, `written-off-${position}`),
        note: textIn(form, `note-${position}`),
      })),
      other_contents: textIn(form, 'other_contents'),
      message: textIn(form, 'message'),
      despite_missing: form.get('despite_missing') !== null,
    },
    amount: amount === '' ? null : amount,
    requestId: textIn(form, 'request_id'),
    requestedFor: form.get('intent') === 'ask' ? textIn(form, 'reason') : null,
  }
}
