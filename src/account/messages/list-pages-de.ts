import type { Translated } from '#shared/messages.ts'
import type { listPagesEn } from './list-pages-en.ts'

export const listPagesDe = {
  more: '{of, select, devices {Weitere Geräte} orders {Weitere Bestellungen} changes {Weitere Änderungen} other {Weitere Abos}}',
  next: '{of, select, devices {Ältere Geräte} orders {Ältere Bestellungen} changes {Ältere Änderungen} other {Weitere Abos}}',
  toFirst:
    'Zurück zu den ersten {of, select, devices {Geräten} orders {Bestellungen} changes {Änderungen} other {Abos}}',
} satisfies Translated<typeof listPagesEn>
