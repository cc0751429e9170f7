import type { Translated } from '#shared/messages.ts'
import type { surveyEn } from './survey-en.ts'

export const surveyDe = {
  back: 'Zurück',
  changeAnswers: 'Antworten ändern',
  code: 'Der Gutscheincode ist {code}. Wir haben ihn für 30 Tage gespeichert, und er gilt für dein erstes Starterset von {product}. Wenn du schon einen besseren hast, bleibt es bei dem.',
  count: '<current>{at}</current> von {total}',
  haveAccount: 'Ich habe ein Konto',
  inYourWords: 'In deinen Worten',
  login: 'Anmelden',
  myAccount: 'Mein Konto',
  next: 'Nächste Frage',
  notAvailable: 'Dieses Quiz gibt es in deinem Bundesstaat nicht',
  notInState: 'Nicht in deinem Bundesstaat',
  notMedical:
    'Dieses Quiz ersetzt keinen ärztlichen Rat. Bitte sprich über Fragen zu deiner Gesundheit in deiner Praxis.',
  readAbout: 'Mehr über {product}',
  saveAndLeave: 'Speichern und beenden',
  saved: 'Deine Antworten sind in deinem Konto gespeichert.',
  savedWithAccount:
    'Deine Antworten speichern wir in deinem Konto und geben sie nie an Werbetreibende weiter.',
  science: 'Die Forschung dazu',
  seeNote: 'Hinweis zu dieser Aussage',
  seeResult: 'Ergebnis ansehen',
  signInToSave:
    'Deine Antworten bleiben in diesem Browser. Melde dich an, um sie in deinem Konto zu speichern.',
  specialRules:
    'In deinem Bundesstaat gelten besondere Regeln für Fragen zur Gesundheit. Dort bieten wir das Quiz nur Mitgliedern an. Wir haben nichts über dich gespeichert.',
  staysInBrowser: 'Deine Antworten bleiben in diesem Browser, außer du meldest dich an.',
  thanks: 'Das war’s. Danke!',
} satisfies Translated<typeof surveyEn>
