import type { Translated } from '#shared/messages.ts'
import type { returnPagesEn } from './return-pages-en.ts'

export const returnPagesDe = {
  arrived: 'Angekommen, wir prüfen es gleich',
  byMail: 'Das Ganze haben wir dir auch per Mail geschickt.',
  cancel: 'Rückgabe<hidden> {number}</hidden> zurückziehen',
  canceled: 'Zurückgezogen',
  changedMind: 'Ich habe es mir anders überlegt',
  checkAgain: 'Noch einmal nachsehen',
  email: 'E-Mail',
  expired: 'Abgelaufen',
  findHint: 'Du findest sie in deiner Bestätigungsmail.',
  findOrder: 'Bestellung finden',
  inTransit: 'Auf dem Weg zu uns',
  labelPreparing:
    'Unser Paketdienst erstellt gerade deinen Versandschein. Du bekommst ihn gleich per Mail und kannst auch hier noch einmal nachsehen.',
  labelRefused:
    'Unser Paketdienst konnte für deine Adresse keinen Versandschein erstellen. Bitte schreib an <link>{email}</link>, bevor du es abschickst. Den Rückversand zahlen wir.',
  lead: 'Ungeöffnete Artikel kannst du innerhalb von {days} Tagen nach der Lieferung zurückgeben. Wir erstatten Preis und Steuer.',
  lost: 'Vom Paketdienst als verloren gemeldet, wir gehen dem nach',
  mistake: 'Ich habe es aus Versehen bestellt',
  none: 'Nichts',
  notExpected: 'Ich hatte etwas anderes erwartet',
  openLabel: 'Versandschein öffnen (PDF)',
  orderNumber: 'Bestellnummer',
  orderTitle: 'Artikel aus Bestellung {number} zurückgeben',
  otherReason: 'Ein anderer Grund',
  postageBuyer: 'Du schickst es mit einem Paketdienst deiner Wahl und zahlst das Porto.',
  postageShop: 'Der Rückversand ist kostenlos: Du bekommst von uns einen Versandschein zum Ausdrucken.',
  received: 'Angekommen',
  refund: '{amount}{count, plural, =1 {} other { für alle {count}}}, inklusive Steuer',
  refundBack: '{state}, <price></price> zurück',
  refundWhenReceived: 'Sobald es bei uns ist, gehen <price></price> zurück {target}.',
  request: 'Rückgabe anmelden',
  requestedOn: 'Angemeldet am {day}, bitte bis {by} abschicken',
  requestedTitle: 'Deine Rückgabe ist angemeldet',
  returnsOfOrder: 'Rückgaben zu dieser Bestellung',
  rules:
    'Gläser und Päckchen müssen ungeöffnet sein. Wir erstatten, sobald das Paket bei uns ist. Versandkosten erstatten wir nicht. Dein Abo läuft weiter.',
  sendIt:
    'Schreib <number></number> auf das Paket{label, select, yes {, kleb den Versandschein darauf und gib es bis zum {day} beim Paketdienst ab.} other { und schick es bis zum {day} mit einem Paketdienst deiner Wahl auf deine Kosten ab.}} Es geht an:',
  title: 'Artikel zurückgeben',
  tracking: 'Sendungsnummer: <link>{number}</link>',
  until: 'Du kannst es bis zum {day} zurückgeben.',
  what: 'Was gibst du zurück?',
  why: 'Warum?',
} satisfies Translated<typeof returnPagesEn>
