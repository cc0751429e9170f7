import type { Translated } from '#shared/messages.ts'
import type { auditedChangeEn } from './audited-change-en.ts'

export const auditedChangeDe = {
  addOneTime: 'einmaliges Produkt hinzufügen',
  applyCoupon: 'Gutscheincode einlösen',
  cancel: 'kündigen',
  changeAddress: 'Adresse ändern',
  changeFrequency: 'Abstand ändern',
  changePaymentMethod: 'Zahlungsmittel ändern',
  changeQuantity: 'Menge ändern',
  move: 'verschieben',
  orderNow: 'jetzt bestellen',
  pause: 'pausieren',
  reactivate: 'wieder aufnehmen',
  removeOneTime: 'einmaliges Produkt entfernen',
  resume: 'fortsetzen',
  setEnd: 'Ende festlegen',
  skip: 'überspringen',
  skipItem: 'Artikel überspringen',
  swap: 'Produkt tauschen',
  unskip: 'doch nicht überspringen',
  unskipItem: 'Artikel doch nicht überspringen',
} satisfies Translated<typeof auditedChangeEn>
