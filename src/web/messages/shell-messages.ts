import { defineMessages } from '#shared/messages.ts'
import { shellDe } from './shell-de.ts'
import { shellEn } from './shell-en.ts'

/** What is around every page: menus, footer, banners, and the page of an error. */
export const shellMessages = defineMessages({ en: shellEn, de: shellDe })

/** Its texts in one language. */
export type ShellTexts = ReturnType<typeof shellMessages.in>
