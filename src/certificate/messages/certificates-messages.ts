import { defineMessages } from '#shared/messages.ts'
import { certificatesDe } from './certificates-de.ts'
import { certificatesEn } from './certificates-en.ts'

/** The page of lab results, and a certificate as a file. */
export const certificatesMessages = defineMessages({ en: certificatesEn, de: certificatesDe })
