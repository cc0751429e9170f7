import type { CreditReason } from '#credit/rules/credit-journals.ts'

/** A line of a statement of credit, as its text needs it. */
interface CreditLine {
  readonly kind: CreditReason | 'used' | 'refunded' | 'lapsed'
  readonly note: string
  readonly orderNumber: string | null
}

/** The description of a line of credit, for the member. */
export const creditText = ({ kind, note, orderNumber }: CreditLine): string => {
  switch (kind) {
    case 'refer-friend':
      return 'A friend came by your link'
    case 'came-by-friend':
      return 'You came by a friend’s link'
    case 'operator':
      return note === '' ? 'Given by us' : note
    case 'used':
      return orderNumber === null ? 'Used for an order' : `Used for order ${orderNumber}`
    case 'refunded':
      return orderNumber === null ? 'Refunded' : `Refunded from order ${orderNumber}`
    case 'lapsed':
      return 'Ended with the account'
    default:
      return kind satisfies never
  }
}
