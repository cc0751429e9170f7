import type { Translated } from '#shared/messages.ts'
import type { certificatesEn } from './certificates-en.ts'

export const certificatesDe = {
  bestBefore: 'Mindestens haltbar bis',
  contentsOf: '{product}, {contents}',
  description:
    'Ein unabhängiges Labor prüft jede Charge, bevor wir sie verschicken. Gib die Chargennummer von deinem Glas oder deiner Packung ein und sieh, was es gefunden hat.',
  documentTitle: 'Analysenzertifikat, Charge {lot}',
  fact: '{label}: {value}',
  find: 'Ergebnisse zeigen',
  laboratory: 'Labor',
  latest: 'Die neuesten Chargen',
  lead: 'Ein unabhängiges Labor prüft jede Charge, bevor wir sie verschicken. Gib die Nummer von deiner Packung ein und sieh, was es gefunden hat.',
  limit: 'Grenzwert',
  lot: 'Charge',
  lotNumber: 'Chargennummer',
  lotNumberHint: 'Auf dem Boden des Glases oder hinten auf der Packung. Zum Beispiel: DS2609A',
  made: 'Hergestellt',
  madeOn: 'Hergestellt am {day}',
  meetsLimits: 'Charge {lot} hält alle Grenzwerte ein',
  method: 'Verfahren',
  notFound:
    'Eine Charge mit dieser Nummer haben wir nicht freigegeben. Bitte sieh noch einmal auf dem Boden des Glases oder hinten auf der Packung nach.',
  openPdf: 'Zertifikat öffnen (PDF)',
  other: 'Andere Charge nachsehen',
  product: 'Produkt',
  released: 'Freigegeben',
  result: 'Ergebnis',
  sample: 'Das ist ein Muster: Die Ergebnisse sind erfunden.',
  test: 'Prüfung',
  tested: 'Geprüft',
  title: 'Laborwerte nach Charge',
} satisfies Translated<typeof certificatesEn>
