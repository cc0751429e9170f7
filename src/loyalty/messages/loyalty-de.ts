import type { Translated } from '#shared/messages.ts'
import type { loyaltyEn } from './loyalty-en.ts'

export const loyaltyDe = {
  amount: 'Betrag',
  and: 'und',
  answered: 'Du hast unsere Fragen beantwortet',
  balance: 'Stand',
  cookieNote:
    'Dieser Knopf setzt für 30 Tage ein Cookie, damit wir wissen, wer dich eingeladen hat. Für anderes nutzen wir es nicht.',
  copied: 'Kopiert.',
  copyLink: 'Link kopieren',
  credit: 'Guthaben',
  creditHistory: 'Guthabenverlauf in {currency}',
  creditTerms:
    'Dein Guthaben wird bei deiner nächsten Verlängerung von selbst verrechnet. An der Kasse entscheidest du, ob du es einsetzt. Es gilt für Bestellungen in derselben Währung und verfällt nicht, endet aber, wenn du dein Konto löschst.',
  day: 'Tag',
  earnPoints:
    'Punkte bekommst du, wenn du unsere Umfrage beantwortest und Freunde einlädst. Punkte verfallen nicht.',
  earned: 'verdient',
  earningBoth: '{amount} Guthaben und {points} Punkte',
  earningPoints: '{points} Punkte',
  for: 'Für',
  friendLead:
    'Mit deiner ersten Bestellung bekommst du nach der Rückgabefrist {yours}, und wer dich eingeladen hat, bekommt {theirs}.',
  friendOrdered: 'Jemand hat mit deinem Link bestellt',
  friendTab: 'Eine Empfehlung für dich | {brand}',
  friendsSoFar: 'Deine Freunde bisher: {counts}.',
  getLink: 'Meinen Link holen',
  give: 'Verschenke {give}, bekomme {get}',
  goToShop: 'Zum Shop',
  innerCircle: 'Inner Circle',
  linkReady: 'Dein Link ist fertig. Kopiere oder teile ihn.',
  noPoints: 'Noch keine Punkte. Beantworte die Umfrage oder lade Freunde ein, um Punkte zu sammeln.',
  notCopied: 'Bitte markiere den Link und kopiere ihn.',
  notCounted: 'Nicht gezählt: {reasons}',
  points: 'Punkte',
  pointsHistory: 'Punkteverlauf',
  refer: 'Einladen',
  referFriend: 'Freunde einladen',
  referred: 'Jemand hat dich eingeladen',
  refused: 'nicht gezählt',
  share: 'Teilen',
  shareLink: 'Teile deinen Link mit Freunden.',
  terms:
    'Bestellt jemand zum ersten Mal mit deinem Link, bekommst du {yours} und die andere Person {theirs}, {days} Tage nachdem die erste Bestellung verschickt ist.',
  waiting: 'offen',
  youWereReferred: 'Du wurdest eingeladen',
  yourCode: 'Dein Code',
  yourLink: 'Dein Link',
  yourPoints: 'Deine Punkte',
} satisfies Translated<typeof loyaltyEn>
