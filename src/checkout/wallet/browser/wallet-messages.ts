import { ApiError } from '#ui/browser/json-client.ts'

/** A sentence for the buyer, and where to go on. */
export interface WalletMessage {
  readonly message: string
  readonly link?: { readonly text: string; readonly href: string }
}

/** What a page says about its wallets, in its language; `{reason}` stands for what the shop answered. */
export interface WalletTexts {
  readonly creditPays: string
  readonly goToCheckout: string
  readonly noAnswer: string
  readonly nothingOrdered: string
  readonly signIn: string
  readonly totalChanged: string
  readonly unknownPurchase: string
  readonly walletNoAnswer: string
}

const cardErrors = ['CARD_DECLINED', 'CARD_EXPIRED', 'CARD_DATA_WRONG']

/** To the checkout, where everything can be paid. */
export const checkoutLink = ({ goToCheckout }: WalletTexts) => ({ text: goToCheckout, href: '/checkout' })

const ofCode = (error: ApiError, path: string, texts: WalletTexts): WalletMessage => {
  const { code, detail, fields } = error
  if (cardErrors.includes(code)) return { message: texts.nothingOrdered.replace('{reason}', () => detail) }
  switch (code) {
    case 'TOTAL_CHANGED':
      return { message: texts.totalChanged }
    case 'SIGN_IN_REQUIRED':
      return {
        message: detail,
        link: { text: texts.signIn, href: `/login?return_to=${encodeURIComponent(path)}` },
      }
    case 'CAPTCHA_FAILED':
      return { message: detail, link: checkoutLink(texts) }
    default:
      return { message: Object.values(fields)[0] ?? detail }
  }
}

/** What a buyer reads after a call that did not succeed; `path` is the page they are on. */
export const messageOf = (thrown: unknown, path: string, texts: WalletTexts): WalletMessage =>
  thrown instanceof ApiError ? ofCode(thrown, path, texts) : { message: texts.noAnswer }
