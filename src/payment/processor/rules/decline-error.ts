import type { ErrorCode } from '#shared/errors.ts'
import type { DeclineKind } from '../../charge/rules/charge-state.ts'

/** The error that a buyer at the page gets; reasons such as a stolen card stay between the bank and the shop. */
export const declineError = (decline: { readonly kind: DeclineKind } | null | undefined) => {
  const kind = decline?.kind
  switch (kind) {
    case 'expired':
      return 'CARD_EXPIRED'
    case 'data':
      return 'CARD_DATA_WRONG'
    case 'soft':
    case 'hard':
    case 'authenticate':
    case undefined:
      return 'CARD_DECLINED'
    default:
      return kind satisfies never
  }
}

/** The errors that `declineError` returns. */
export const declineErrors = [
  'CARD_DECLINED',
  'CARD_EXPIRED',
  'CARD_DATA_WRONG',
] as const satisfies ErrorCode[]
