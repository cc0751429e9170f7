import { defineMessages } from '#shared/messages.ts'
import { mailFrameDe } from './mail-frame-de.ts'
import { mailFrameEn } from './mail-frame-en.ts'

/** What is under every mail. */
export const mailFrameMessages = defineMessages({ en: mailFrameEn, de: mailFrameDe })
