import type { Translated } from '#shared/messages.ts'
import type { walletEn } from './wallet-en.ts'

export const walletDe = {
  credit: 'Guthaben',
  creditPays: 'Dein Guthaben deckt alles ab. Bitte bestell an der Kasse.',
  discount: 'Rabatt {name}',
  goToCheckout: 'Zur Kasse',
  noAnswer: 'Der Shop hat nicht geantwortet. Bitte versuch es gleich noch einmal.',
  nothingOrdered: '{reason} Es wurde nichts bestellt.',
  sandbox: 'Mit Sandbox Wallet zahlen',
  shipping: 'Versand',
  signIn: 'Anmelden',
  taxes: 'Steuern',
  totalChanged:
    'Die Summe hat sich geändert, und es wurde nichts abgebucht. Bitte sieh sie dir an und zahl noch einmal.',
  unknownPurchase:
    'Der Shop hat nicht geantwortet. Vielleicht ist deine Bestellung schon da. Bitte sieh nach, ob du eine Mail von uns hast, bevor du noch einmal zahlst.',
  walletNoAnswer: 'Das Wallet hat nicht geantwortet. Bitte versuch es gleich noch einmal.',
} satisfies Translated<typeof walletEn>
