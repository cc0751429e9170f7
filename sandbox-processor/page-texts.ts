/** The languages of the pages that buyers see; the shop names one by `lang` in the address. */
export type PageLanguage = 'en' | 'de'

/** English for everything that is no language of these pages. */
export const pageLanguage = (lang: string | null): PageLanguage => (lang === 'de' ? 'de' : 'en')

const english = {
  approve: 'Approve',
  approvePayment: 'Approve the payment',
  back: 'Back to the shop without a card',
  bank: 'Sandbox bank',
  bankAsks: 'Your bank asks',
  card: 'Card',
  cardDetails: 'Card details',
  checkDetails: 'Please check the card details.',
  close: 'Close',
  code: 'Security code',
  codeDigits: (count: number): string => `Please enter the security code of ${count} digits.`,
  confirmCard: 'Confirm your card',
  confirmPayment: 'Confirm your payment',
  email: 'Email',
  error: 'Error: card details',
  expired: 'This card has expired.',
  expiry: 'Expiry',
  expiryDate: 'Please enter the expiry date as month and year.',
  forWhat: (description: string): string => `For: ${description}`,
  keep: (last4: string): string =>
    `A shop wants to keep the card ending in ${last4}. Nothing is charged now.`,
  monthAndYear: 'MM / YY',
  noAnswer: 'The wallet did not answer.',
  noMoney: 'No real money moves here.',
  number: 'Card number',
  onlyTestCards: 'This is a sandbox: please use one of the test cards. Real cards are refused and not kept.',
  pay: 'Pay',
  paying: (amount: string, last4: string): string =>
    `You are paying <strong>${amount}</strong> with the card ending in ${last4}.`,
  processor: 'Sandbox processor',
  refuse: 'Refuse',
  shipping: 'Shipping',
  shipTo: 'Ship to',
  testCards: 'Test cards',
  testCardsHint: 'Any expiry date to come and any security code.',
  use: 'Use this card',
  validNumber: 'Kindly enter a valid card number.',
  youComeBack: 'You come back to the shop. Nothing is charged before you confirm it there.',
}

export type PageTexts = typeof english

const german: PageTexts = {
  approve: 'Bestätigen',
  approvePayment: 'Zahlung bestätigen',
  back: 'Ohne Karte zurück zum Shop',
  bank: 'Sandbox-Bank',
  bankAsks: 'Deine Bank fragt nach',
  card: 'Karte',
  cardDetails: 'Kartendaten',
  checkDetails: 'Bitte prüfe die Kartendaten.',
  close: 'Schließen',
  code: 'Prüfziffer',
  codeDigits: (count) => `Bitte gib die ${count} Stellen der Prüfziffer ein.`,
  confirmCard: 'Karte bestätigen',
  confirmPayment: 'Zahlung bestätigen',
  email: 'E-Mail',
  error: 'Fehler: Kartendaten',
  expired: 'Diese Karte ist abgelaufen.',
  expiry: 'Gültig bis',
  expiryDate: 'Bitte gib Monat und Jahr ein, bis zu denen die Karte gilt.',
  forWhat: (description) => `Für: ${description}`,
  keep: (last4) =>
    `Ein Shop möchte die Karte mit der Endung ${last4} speichern. Es wird jetzt nichts abgebucht.`,
  monthAndYear: 'MM / JJ',
  noAnswer: 'Die Wallet hat nicht geantwortet.',
  noMoney: 'Hier fließt kein echtes Geld.',
  number: 'Kartennummer',
  onlyTestCards:
    'Das ist eine Sandbox: Bitte nimm eine der Testkarten. Echte Karten werden abgelehnt und nicht gespeichert.',
  pay: 'Zahlen:',
  paying: (amount, last4) => `Du zahlst <strong>${amount}</strong> mit der Karte mit der Endung ${last4}.`,
  processor: 'Sandbox-Zahlungsdienst',
  refuse: 'Ablehnen',
  shipping: 'Versand',
  shipTo: 'Geht an',
  testCards: 'Testkarten',
  testCardsHint: 'Mit jedem künftigen Ablaufdatum und jeder Prüfziffer.',
  use: 'Diese Karte nehmen',
  validNumber: 'Bitte gib eine gültige Kartennummer ein.',
  youComeBack: 'Du kommst zurück zum Shop. Abgebucht wird erst, wenn du dort bestätigst.',
}

const texts: Readonly<Record<PageLanguage, PageTexts>> = { en: english, de: german }

/** What the pages say in a language. */
export const pageTexts = (language: PageLanguage): PageTexts => texts[language]
