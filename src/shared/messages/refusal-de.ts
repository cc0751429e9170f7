import type { Translated } from '../messages.ts'
import type { refusalEn } from './refusal-en.ts'

export const refusalDe = {
  afterAReview: 'Nach einer Prüfung ist es keine neue Kundin und kein neuer Kunde.',
  allItemsAlready: 'Alle Artikel kommen schon mit der nächsten Bestellung.',
  everythingInThis: 'Alles aus dieser Bestellung ist erstattet.',
  everythingIsAlready: 'Alles aus dieser Bestellung ist schon zurückgegeben, erstattet oder gemeldet.',
  everythingWasAlready: 'Alles aus dieser Bestellung ist schon erstattet, zurückgegeben oder gemeldet.',
  itCantBeCombined: 'Er lässt sich nicht mit einem anderen Code verbinden.',
  itDidntQualify: 'Die Bedingungen waren nicht erfüllt.',
  itDoesntApplyTo: 'Er gilt nicht für die Artikel in deinem Warenkorb.',
  itDoesntChangeThe: 'Er ändert den Preis nicht.',
  itIsntValidIn: 'Er gilt nicht in dieser Währung.',
  itWouldBringThe: 'Damit wäre der Betrag null, aber für Verlängerungen braucht es eine Karte.',
  itsNoLongerSold: 'Das gibt es nicht mehr.',
  itsNotSoldInYour: 'Das gibt es in deinem Land nicht.',
  itsTooLateToReport: 'Hier lässt sich das nicht mehr melden. Bitte schreib uns.',
  nothingFromThisOrder: 'Von dieser Bestellung ist noch nichts zugestellt.',
  nothingFromThisOrderHas: 'Von dieser Bestellung ist noch nichts verschickt.',
  onlyRefillsCanBe: 'In ein Abo lassen sich nur Nachfüllpackungen tauschen.',
  onlyTheMemberCan: 'Nur das Mitglied selbst kann dem Konto eine Bestellung hinzufügen.',
  onlyTheMemberCanChange: 'Nur das Mitglied selbst kann Anmeldewege ändern.',
  onlyTheMemberCanChangeThe: 'Nur das Mitglied selbst kann die E-Mail-Adresse ändern.',
  onlyTheMemberCanChangeThePassword: 'Nur das Mitglied selbst kann das Passwort ändern.',
  onlyTheMemberCanDo: 'Das kann nur das Mitglied selbst.',
  onlyTheMemberCanDownload: 'Nur das Mitglied selbst kann Daten herunterladen oder das Konto löschen.',
  onlyTheMemberCanMake: 'Nur das Mitglied selbst kann bezahlen und Karten wählen.',
  refillsAreOrdered: 'Nachfüllpackungen werden einzeln bestellt.',
  somethingElseHas:
    'Seitdem hat sich etwas anderes geändert, darum lässt sich das nicht mehr rückgängig machen.',
  thatCodeIsWrong:
    'Der Code stimmt nicht oder ist abgelaufen. Bitte prüfe ihn oder lass dir einen neuen schicken.',
  thatOrderHasNo: 'In dieser Bestellung ist nichts anderes. Du kannst sie ganz überspringen.',
  thatPaymentIs:
    'Die Zahlung ist durch, darum lässt sich das nicht mehr rückgängig machen. Du kannst jederzeit bestellen.',
  theAddressForThis:
    'Die Adresse dieses Abos fehlt bei uns. Bis du eine eingibst, wird nichts abgebucht und nichts verschickt.',
  theCardForThis:
    'Die Karte dieses Abos fehlt bei uns. Bis du eine andere wählst, wird nichts abgebucht und nichts verschickt.',
  theDaysDayReturn: 'Die Rückgabefrist von {days} Tagen ist vorbei.',
  theGiftEmailWas: 'Die Mail mit dem Geschenk ist schon verschickt, ihr Datum lässt sich nicht mehr ändern.',
  theLabelIsntAvailable: 'Der Versandschein ist gerade nicht verfügbar. Bitte versuch es gleich noch einmal.',
  theNextOrderHas: 'Die nächste Bestellung hat keine einmaligen Artikel.',
  theOrderCouldNot:
    'Die Bestellung hat nicht geklappt, und es wurde nichts abgebucht. Bitte versuch es noch einmal.',
  theOrderThatWas:
    'Die Zahlung der laufenden Bestellung wurde abgelehnt, und rückgängig hieße, sie noch einmal abzubuchen. Du kannst das Abo stattdessen neu beginnen.',
  theOrderWasPacked:
    'Die Bestellung ist gepackt, verschickt oder storniert, das lässt sich nicht mehr rückgängig machen.',
  thePackageIsOn: 'Das Paket ist auf dem Weg zu uns, die Rückgabe lässt sich nicht mehr aufheben.',
  theProductForThis:
    'Das Produkt dieses Abos fehlt bei uns. Es wird nichts abgebucht und nichts verschickt. Bitte melde dich bei uns oder kündige es.',
  theRecipientHasThe: 'Das Geschenk ist schon angekommen. Bitte melde dich deswegen bei uns.',
  theRecipientHasTheGift: 'Das Geschenk ist schon angekommen.',
  theWithdrawalPeriodFor: 'Die Widerrufsfrist dieser Bestellung ist vorbei.',
  thereIsNoGift: 'In diesem Warenkorb ist kein Geschenk.',
  thereIsNoLink:
    'Es gibt keinen Link zu senden: Das Geschenk ist noch nicht so weit, schon angenommen oder storniert.',
  thereIsNoLoyalty: 'Für dieses Konto gibt es kein Treueprogramm.',
  thereIsNoSkipped: 'Es gibt keine übersprungene Bestellung.',
  theyHadOrdered: 'Es gab vorher schon eine Bestellung.',
  thisActionDoesnt: 'Dafür gibt es keine Punkte.',
  thisAnswerBelongsTo: 'Diese Antwort gehört zu einer anderen Umfrage.',
  thisCardCanNo: 'Diese Karte lässt sich nicht mehr bestätigen. Bitte gib eine Karte ein.',
  thisCodeHasExpired: 'Dieser Code ist abgelaufen.',
  thisCodeHasReached: 'Dieser Code ist aufgebraucht.',
  thisCodeIsntValid: 'Dieser Code gilt noch nicht.',
  thisCodeWasAlready: 'Dieser Code wurde mit deiner E-Mail-Adresse schon benutzt.',
  thisEmailAlreadyHas:
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte melde dich zuerst dort an und verbinde diese Anmeldung dann in den Einstellungen.',
  thisFileIsntA: 'Diese Datei ist kein Foto. Bitte wähle eine JPEG-, PNG- oder WebP-Datei.',
  thisGiftAlreadyHas:
    'Dieses Geschenk hat schon eine andere Adresse und geht dorthin. Zum Ändern schreib an {email}.',
  thisGiftWasClaimed: 'Dieses Geschenk ist angenommen und unterwegs.',
  thisGiftWasClaimedOr:
    'Dieses Geschenk ist angenommen oder storniert, seine E-Mail-Adresse lässt sich nicht mehr ändern.',
  thisHasChangedSince:
    'Das hat sich geändert, seit du es gesehen hast. Bitte sieh es dir an und bestätige noch einmal.',
  thisIsAlreadyThe: 'So ist es schon eingestellt.',
  thisIsOnlyPossible: 'Das geht nur, solange das Abo läuft.',
  thisIsTheLast: 'Das ist die letzte Bestellung dieses Abos.',
  thisOrderHasShipped:
    'Diese Bestellung ist verschickt und lässt sich nicht mehr stornieren. Ist sie da, kannst du sie zurückgeben.',
  thisOrderWasAlready: 'Diese Bestellung ist schon storniert.',
  thisPhotoIsToo: 'Dieses Foto ist zu groß. Bitte wähle ein kleineres.',
  thisProductCantBe: 'Dieses Produkt lässt sich nicht einmalig hinzufügen.',
  thisProductIsntAvailable: 'Dieses Produkt gibt es nicht in diesem Abstand.',
  thisQuestionIsNot: 'Diese Frage gehört nicht zur Umfrage.',
  thisQuizIsntAvailable: 'In deinem Bundesstaat gibt es dieses Quiz nicht.',
  thisRequestWasUsed:
    'Diese Anfrage wurde schon für eine andere Änderung benutzt. Bitte fang noch einmal an.',
  thisReturnHasExpired: 'Diese Rückgabe ist abgelaufen.',
  thisReturnWasAlready: 'Diese Rückgabe ist schon bestätigt.',
  thisReturnWasCanceled: 'Diese Rückgabe ist aufgehoben.',
  thisReturnWasReceived: 'Diese Rückgabe ist schon angekommen.',
  thisSessionIsView: 'In dieser Sitzung kannst du nur ansehen. Bitte gib zuerst ein, was sich ändern soll.',
  thisSignInIs: 'Diese Anmeldung ist schon mit einem anderen Konto verbunden.',
  thisSubscriptionHasEnded: 'Dieses Abo ist beendet. Du kannst es neu beginnen.',
  thisSubscriptionHasNot: 'Dieses Abo ist nicht beendet.',
  thisSubscriptionIsNot: 'Dieses Abo ist nicht pausiert.',
  toReturnAGift: 'Um ein Geschenk zurückzugeben, melde dich bitte bei uns.',
  tooManyAttemptsWait: 'Zu viele Versuche. Bitte warte ein wenig oder melde dich mit einem Link per Mail an.',
  tooManyCards:
    'Es wurden zu viele Karten probiert. Bitte warte eine Stunde oder zahl mit einer gespeicherten Karte.',
  weAreStillConfirming:
    'Wir bestätigen gerade noch eine Zahlung. Bitte versuch es in ein paar Minuten noch einmal.',
  weCantReadThis: 'Dieses Foto können wir nicht lesen. Bitte wähle ein anderes.',
  weCouldntPublishThis:
    'Diesen Text konnten wir nicht veröffentlichen. Bitte ändere ihn, dann lesen wir ihn noch einmal.',
  weDontRecognizeThis: 'Diesen Code kennen wir nicht.',
  weDontTakeWallets: 'Wallets nehmen wir gerade nicht. Bitte nimm die Kasse, es wurde nichts abgebucht.',
  weNeedAnEmail:
    'Wir brauchen eine E-Mail-Adresse, haben aber keine bekommen. Bitte melde dich stattdessen mit deiner E-Mail-Adresse an.',
  wePackThisOrder: 'Wir packen diese Bestellung gerade, sie lässt sich nicht mehr stornieren.',
  youCanAddUp: 'Zu einer Bestellung lassen sich bis zu {count} verschiedene Artikel hinzufügen.',
  youCanUseUp: 'Je Bestellung gelten bis zu vier Codes.',
  youCanWriteA: 'Eine Bewertung kannst du schreiben, sobald deine Bestellung zugestellt ist.',
  youCantReferYourself: 'Dich selbst kannst du nicht einladen.',
  youWithdrewFromThis: 'Du hast diesen Vertrag widerrufen. Schick alles zurück, dann erstatten wir.',
  yourBankHasAsked:
    'Deine Bank hat bei uns wegen einer Zahlung für dieses Abo nachgefragt. Bis das geklärt ist, buchen wir nichts ab. Wenn du Fragen hast, melde dich bitte.',
  youveReachedThe: 'Mehr geht in einer Bestellung nicht.',
  youveReviewedThis:
    'Du hast dieses Produkt schon mit einer anderen Bestellung bewertet. Bitte melde dich an, um die Bewertung zu ändern.',
} satisfies Translated<typeof refusalEn>
