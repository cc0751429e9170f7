import type { ErrorCode } from '#shared/errors.ts'
import type { DeclineKind } from './charge-state.ts'

/** What a buyer is told who is there; banks' reasons such as a stolen card are not passed on. */
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
