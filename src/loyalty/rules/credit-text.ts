import type { CreditReason } from '#credit/rules/credit-journals.ts'

/** A line of a statement of credit, as far as its words go. */
interface CreditLine {
  readonly kind: CreditReason | 'used' | 'given-back' | 'lapsed'
  readonly note: string
  readonly orderNumber: string | null
}

/** What a line of credit is for, as the member reads it. */
export const creditText = ({ kind, note, orderNumber }: CreditLine): string => {
  switch (kind) {
    case 'refer-friend':
      return 'A friend came by your link'
    case 'came-by-friend':
      return 'You came by a friend’s link'
    case 'operator':
      return note === '' ? 'Given by us' : note
    case 'used':
      return orderNumber === null ? 'Paid of an order' : `Paid of order ${orderNumber}`
    case 'given-back':
      return orderNumber === null ? 'Given back' : `Given back of order ${orderNumber}`
    case 'lapsed':
      return 'Ended with the account'
    default:
      return kind satisfies never
  }
}
