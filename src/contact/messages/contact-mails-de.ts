import type { Translated } from '#shared/messages.ts'
import type { contactMailsEn } from './contact-mails-en.ts'

export const contactMailsDe = {
  heading: 'Wir haben eine Antwort für dich.',
  reason:
    'Du bekommst diese Mail, weil du an {brand} geschrieben hast. Du kannst einfach antworten, deine Antwort kommt bei {email} an.',
  subject: 'Re: {topic}',
  topicJoin: 'Mit uns arbeiten',
  topicOrder: 'Eine Bestellung oder ein Abo',
  topicOther: 'Etwas anderes',
  topicPractitioner: 'Fachleute',
  topicPress: 'Presse',
  topicQuestion: 'Ein Produkt oder eine Zutat',
  topicReaction: 'Mir ging es danach nicht gut',
  topicUniversity: 'Partner',
  wrote: 'Du hast am {day} geschrieben',
} satisfies Translated<typeof contactMailsEn>
