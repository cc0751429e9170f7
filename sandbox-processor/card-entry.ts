import { pageTexts } from './page-texts.ts'
import type { PageLanguage, PageTexts } from './page-texts.ts'
import { testCards } from './test-cards.ts'

/** What is stored of a card: never its number, never its security code. */
export interface KnownCard {
  readonly testCard: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

export type CardField = 'number' | 'expiry' | 'code'

export type CardEntry =
  | { readonly card: KnownCard }
  | { readonly messages: Partial<Record<CardField, string>> }

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const readExpiry = (text: string): { month: number; year: number } | null => {
  const parts = /^\s*(\d{1,2})\s*[/\-. ]?\s*(\d{2}|\d{4})\s*$/.exec(text)
  if (!parts) return null
  const month = Number(parts[1])
  const year = Number(parts[2])
  return month < 1 || month > 12 ? null : { month, year: year < 100 ? 2000 + year : year }
}

const numberMessage = (digits: string, texts: PageTexts): string | null => {
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) return texts.validNumber
  return testCards.some((card) => card.number === digits) ? null : texts.onlyTestCards
}

const expiryMessage = (
  expiry: { month: number; year: number } | null,
  today: Date,
  texts: PageTexts,
): string | null => {
  if (!expiry || expiry.year > today.getUTCFullYear() + 30) return texts.expiryDate
  const months = expiry.year * 12 + expiry.month
  return months < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 ? texts.expired : null
}

/** Reads the values of a card form: the card as it may be stored, or a message per field. */
export const readCard = (
  typed: Readonly<Record<CardField, string>>,
  now: number,
  language: PageLanguage,
): CardEntry => {
  const texts = pageTexts(language)
  const digits = typed.number.replace(/[\s-]/g, '')
  const expiry = readExpiry(typed.expiry)
  const known = testCards.find((card) => card.number === digits)
  const codeLength = known?.brand === 'amex' ? 4 : 3
  const messages = {
    number: numberMessage(digits, texts),
    expiry: expiryMessage(expiry, new Date(now), texts),
    code: new RegExp(`^\\d{${codeLength}}$`).test(typed.code.trim()) ? null : texts.codeDigits(codeLength),
  }
  if (known && expiry && messages.expiry === null && messages.code === null) {
    const last4 = digits.slice(-4)
    return {
      card: { testCard: known.name, brand: known.brand, last4, expMonth: expiry.month, expYear: expiry.year },
    }
  }
  return {
    messages: {
      ...(messages.number === null ? {} : { number: messages.number }),
      ...(messages.expiry === null ? {} : { expiry: messages.expiry }),
      ...(messages.code === null ? {} : { code: messages.code }),
    },
  }
}
