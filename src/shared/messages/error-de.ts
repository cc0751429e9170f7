import type { Translated } from '../messages.ts'
import type { errorEn } from './error-en.ts'

export const errorDe = {
  actionNotAllowed: 'Das geht bei diesem Abo gerade nicht.',
  billingValidationError:
    'Wir konnten deine Lieferadresse nicht prüfen. Bitte sieh nach, ob alle Felder stimmen.',
  captchaFailed: 'Die Prüfung hat nicht geklappt. Bitte lade die Seite neu und versuch es noch einmal.',
  cardDataWrong:
    'Deine Bank erkennt diese Karte nicht. Es wurde nichts abgebucht. Bitte prüfe Nummer, Datum, Prüfziffer und Postleitzahl.',
  cardDeclined: 'Deine Karte wurde abgelehnt. Es wurde nichts abgebucht. Bitte nimm eine andere Karte.',
  cardExpired: 'Deine Karte ist abgelaufen. Es wurde nichts abgebucht.',
  cartEmpty: 'Dein Warenkorb ist leer.',
  duplicateTransactionWarning:
    'Es sieht so aus, als hättest du gerade schon bestellt. Bitte warte eine Minute, bevor du es noch einmal versuchst.',
  forbidden: 'Das ist nicht erlaubt.',
  idempotencyKeyInUse:
    'Die Anfrage mit diesem Idempotency-Key läuft noch. Bitte versuch es gleich noch einmal.',
  idempotencyKeyReused: 'Dieser Idempotency-Key gehört zu einer anderen Anfrage. Bitte nimm einen neuen.',
  invalidCoupon: 'Dieser Gutscheincode gilt leider nicht.',
  itemNotAvailable: 'Ein Artikel in deinem Warenkorb ist gerade leider nicht lieferbar.',
  linkExpired: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordere einen neuen an.',
  malformedBody: 'Den Inhalt dieser Anfrage konnten wir nicht lesen.',
  malformedRequest: 'Diese Anfrage konnten wir nicht lesen.',
  notFound: 'Das konnten wir leider nicht finden.',
  payloadTooLarge: 'Das ist zu viel auf einmal.',
  paymentPending: 'Wir prüfen deine Zahlung noch. Es wird nicht zweimal abgebucht.',
  productNotAllowedInCountry:
    'Dieses Abo können wir dir gerade leider nicht anbieten. Fragen? Schreib an {email}.',
  productNotFound: 'Dieses Produkt gibt es nicht.',
  proofRequired: 'Bitte bestätige zuerst, dass du es bist.',
  quantityNotAllowed: 'So viel davon ist nicht erlaubt. Fragen? Schreib an {email}.',
  quantityNotAllowedInCountry:
    'So viel davon dürfen wir nicht in dein Land liefern. Fragen? Schreib an {email}.',
  sessionVerificationError: 'Deine Sitzung ist abgelaufen. Bitte melde dich noch einmal an.',
  shopBusy: 'Im Shop ist gerade viel los. Bitte versuch es gleich noch einmal.',
  signInRequired:
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melde dich an, dein Warenkorb bleibt, wie er ist.',
  signOnFailed: 'Diese Anmeldung hat leider nicht geklappt. Bitte versuch es noch einmal.',
  tooManyRequests: 'Das waren zu viele Versuche. Bitte warte einen Moment und versuch es noch einmal.',
  totalChanged:
    'Der Betrag hat sich geändert, seit du ihn gesehen hast. Bitte sieh ihn dir an und bestell dann noch einmal.',
  unauthenticated: 'Bitte melde dich an.',
  unknown: 'Da ist etwas schiefgegangen. Bitte versuch es noch einmal.',
  unsupportedMediaType: 'Diese Art von Inhalt nehmen wir hier nicht an.',
  unverifiedAccount:
    'Dein Konto ist noch nicht bestätigt. Bitte klick auf den Link in unserer Mail und versuch es noch einmal.',
  userNotFound: 'E-Mail-Adresse oder Passwort stimmt nicht.',
  validationError: 'Bitte prüfe die Felder unten.',
} satisfies Translated<typeof errorEn>
