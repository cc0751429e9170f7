import type { Translated } from '#shared/messages.ts'
import type { couponEn } from './coupon-en.ts'

export const couponDe = {
  alreadyUsed: 'Dieser Code wurde mit deiner E-Mail-Adresse schon benutzt.',
  automatic: 'Bei dieser Variante dabei.',
  bundle: 'Rabatt für zwei Sets. Er gilt, solange beide im Warenkorb sind.',
  doesNotApplyHere: 'Gutscheincode {code} gilt nicht für diese Variante.',
  doesNotChange: 'Gutscheincode {code} ändert den Preis nicht. {reason}',
  entered: 'Dein Code {code}.',
  exhausted: 'Dieser Code ist aufgebraucht.',
  expired: 'Dieser Code ist abgelaufen.',
  firstOrderOnly: 'Er gilt nur für die erste Bestellung.',
  forever: 'Dein Code {code} gilt für jede Bestellung.',
  invalid: 'Ungültiger Gutscheincode',
  invalidBecause: 'Ungültiger Gutscheincode. {reason}',
  noMatchingPlan: 'Er gilt für nichts in deinem Warenkorb.',
  notStackable: 'Er lässt sich nicht mit einem anderen Code verbinden.',
  notStarted: 'Dieser Code gilt noch nicht.',
  nothingToPay: 'Damit wäre nichts zu zahlen, aber für die Verlängerung brauchen wir eine Karte.',
  otherCurrency: 'Er gilt nicht in dieser Währung.',
  renewals: 'Dein Code {code} gilt auch für diese Bestellung.',
  stackable: 'Gehört zu deinem Angebot und lässt sich mit einem weiteren Code verbinden.',
  takesOff: 'Gutscheincode {code} spart {amount}. Du siehst es im Warenkorb.',
  tooMany: 'Pro Bestellung gehen bis zu vier Codes.',
  unchanged: 'Er ändert den Preis nicht.',
  unknown: 'Diesen Code kennen wir nicht.',
} satisfies Translated<typeof couponEn>
