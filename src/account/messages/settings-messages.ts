import { defineMessages } from '#shared/messages.ts'
import { settingsDe } from './settings-de.ts'
import { settingsEn } from './settings-en.ts'

/** The pages of a member around their account: its menu and its settings. */
export const settingsMessages = defineMessages({ en: settingsEn, de: settingsDe })
