import { watchDeskPasskeys } from '#staff/browser/desk-passkeys.ts'
import { watchCameraScan } from '#desk/browser/camera-scan.ts'
import { watchDeskKeys } from '#desk/browser/desk-keys.ts'

// All scripts of the desk: passkeys and the camera, which need them, and keys, which only add to links and forms.
watchDeskPasskeys()
watchDeskKeys()
void watchCameraScan()
document.querySelector<HTMLElement>('[data-desk-answer]')?.focus()
