import { watchDeskPasskeys } from '#staff/browser/desk-passkeys.ts'
import { watchDeskKeys } from '#desk/browser/desk-keys.ts'

// All scripts of the desk: passkeys, which need them, and keys, which only add to links and forms.
watchDeskPasskeys()
watchDeskKeys()
document.querySelector<HTMLElement>('[data-desk-answer]')?.focus()
