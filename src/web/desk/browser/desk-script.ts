import { watchDeskPasskeys } from '#staff/browser/desk-passkeys.ts'
import { watchCameraScan } from '#desk/browser/camera-scan.ts'
import { watchDeskKeys } from '#desk/browser/desk-keys.ts'
import { watchFindDialog } from '#desk/browser/find-dialog.ts'
import { watchKeysDialog } from '#desk/browser/keys-dialog.ts'
import { watchLivePart } from '#desk/browser/live-part.ts'
import { listLook } from '#desk/browser/look-panel.ts'
import { watchMoreRows } from '#desk/browser/more-rows.ts'
import { watchChangedRows } from '#desk/browser/changed-rows.ts'
import { watchNewerOrders } from '#desk/browser/newer-orders.ts'
import { watchOrderChoice } from '#desk/browser/order-choice.ts'
import { watchPictureCrop } from '#desk/browser/picture-crop.ts'
import { watchTypedPart } from '#desk/browser/typed-part.ts'

// All scripts of the desk: passkeys and the camera, which need them, and what only adds to links and forms.
watchDeskPasskeys()
watchDeskKeys()
watchKeysDialog()
watchFindDialog()
// Before what is chosen: it asks for the rows.
watchMoreRows()
listLook.watch()
watchOrderChoice()
watchNewerOrders()
watchChangedRows()
watchLivePart()
watchTypedPart()
watchPictureCrop()
void watchCameraScan()
document.querySelector<HTMLElement>('[data-desk-answer]')?.focus()
