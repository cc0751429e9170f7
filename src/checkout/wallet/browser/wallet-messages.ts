import { ApiError } from '#ui/browser/json-client.ts'

/** A sentence for the buyer, and where to go on. */
export interface WalletMessage {
  readonly message: string
  readonly link?: { readonly text: string; readonly href: string }
}

const cardErrors = ['CARD_DECLINED', 'CARD_EXPIRED', 'CARD_DATA_WRONG']

const checkout = { text: 'Go to checkout', href: '/checkout' }

const ofCode = (error: ApiError, path: string): WalletMessage => {
  const { code, detail, fields } = error
  if (cardErrors.includes(code)) return { message: `${detail} Nothing was ordered.` }
  switch (code) {
    case 'TOTAL_CHANGED':
      return { message: 'The total has changed, and nothing was charged. Please look at it and pay again.' }
    case 'SIGN_IN_REQUIRED':
      return {
        message: detail,
        link: { text: 'Sign In', href: `/login?return_to=${encodeURIComponent(path)}` },
      }
    case 'CAPTCHA_FAILED':
      return { message: detail, link: checkout }
    default:
      return { message: Object.values(fields)[0] ?? detail }
  }
}

/** What a buyer reads after a call that did not succeed; `path` is the page they are on. */
export const messageOf = (thrown: unknown, path: string): WalletMessage =>
  thrown instanceof ApiError
    ? ofCode(thrown, path)
    : { message: 'The shop did not answer. Please try again in a moment.' }

/** After a purchase without an answer: it may have been placed. */
export const unknownPurchase: WalletMessage = {
  message:
    'The shop did not answer, so your order may have been placed. Please look for our email before you pay again.',
}
