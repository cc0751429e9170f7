import { defineMessages } from '#shared/messages.ts'
import { walletDe } from './wallet-de.ts'
import { walletEn } from './wallet-en.ts'

/** What wallets show, and what a page says when one was refused. */
export const walletMessages = defineMessages({ en: walletEn, de: walletDe })
