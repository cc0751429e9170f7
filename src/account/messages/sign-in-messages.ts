import { defineMessages } from '#shared/messages.ts'
import { signInDe } from './sign-in-de.ts'
import { signInEn } from './sign-in-en.ts'

/** The pages of sign-in and registration, and where mailed links lead. */
export const signInMessages = defineMessages({ en: signInEn, de: signInDe })
