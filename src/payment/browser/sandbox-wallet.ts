import { ownValue } from '#shared/own-value.ts'
import { isRefusal } from './wallet.ts'
import { isRecord } from '#shared/is-record.ts'
import type { ApprovedWallet, WalletButtons, WalletHost, WalletOffer, WalletPlace, WalletRefusal } from './wallet.ts' // prettier-ignore

const textIn = (value: unknown, name: string): string => {
  const found = isRecord(value) ? ownValue(value, name) : undefined
  return typeof found === 'string' ? found : ''
}

const placeIn = (value: unknown): WalletPlace => ({
  country: textIn(value, 'country'),
  state: textIn(value, 'state'),
  postal_code: textIn(value, 'postal_code'),
})

const approvedIn = (message: Readonly<Record<string, unknown>>): ApprovedWallet => {
  const contact = isRecord(message['contact']) ? message['contact'] : {}
  const { address } = contact
  const [line1, line2, city] = ['line1', 'line2', 'city'].map((name) => textIn(address, name))
  return {
    token: textIn(message, 'token'),
    email: textIn(message, 'email'),
    contact: {
      name: textIn(contact, 'name'),
      phone: textIn(contact, 'phone'),
      address: { ...placeIn(address), line1: line1 ?? '', line2: line2 ?? '', city: city ?? '' },
    },
  }
}

const newSheet = (place: HTMLElement, sheetUrl: string) => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Sandbox Wallet')
  const frame = document.createElement('iframe')
  frame.title = 'Sandbox Wallet'
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms')
  frame.src = sheetUrl
  dialog.append(frame)
  place.append(dialog)
  return { dialog, frame }
}

/** Shows the sheet until it is closed or the purchase continues elsewhere; page and sheet exchange messages that are checked by origin. */
const openSheet = (place: HTMLElement, sheetUrl: string, host: WalletHost, onEnd: () => void): void => {
  const { origin } = new URL(sheetUrl)
  const { dialog, frame } = newSheet(place, sheetUrl)
  const post = (message: object): void => frame.contentWindow?.postMessage(message, origin)
  const answer = async (requested: Promise<WalletOffer | WalletRefusal>): Promise<void> => {
    const given = await requested
    post(isRefusal(given) ? { type: 'refused', message: given.message } : { type: 'offer', offer: given })
  }
  const confirm = async (approved: ApprovedWallet): Promise<void> => {
    const refusal = await host.confirmed(approved)
    if (refusal === null) dialog.close('paid')
    else post({ type: 'failed', message: refusal.message })
  }
  const onMessage = ({ origin: from, source, data }: MessageEvent<unknown>): void => {
    if (from !== origin || source !== frame.contentWindow) return
    if (!isRecord(data) || data['source'] !== 'sandbox-wallet') return
    if (data['type'] === 'place') void answer(host.placeChanged(placeIn(data['place'])))
    else if (data['type'] === 'shipping') void answer(host.shippingChanged(textIn(data, 'id')))
    else if (data['type'] === 'approved') void confirm(approvedIn(data))
    else if (data['type'] === 'close') dialog.close('')
  }
  dialog.addEventListener('close', () => {
    window.removeEventListener('message', onMessage)
    dialog.remove()
    if (dialog.returnValue !== 'paid') host.closed()
    onEnd()
  })
  window.addEventListener('message', onMessage)
  dialog.showModal()
}

/** The button of the Sandbox Wallet; its sheet is a page of the processor. Any browser has this wallet. */
export const openSandboxWallet = (place: HTMLElement, sheetUrl: string, host: WalletHost): WalletButtons => {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = place.dataset['payLabel'] ?? ''
  let isOpen = false
  const open = async (): Promise<void> => {
    if (isOpen) return
    isOpen = true
    const offer = await host.opened()
    if (isRefusal(offer)) {
      isOpen = false
      host.failed(offer)
      return
    }
    openSheet(place, sheetUrl, host, () => {
      isOpen = false
      button.focus()
    })
  }
  button.addEventListener('click', () => void open())
  place.append(button)
  return {
    setTerms: () => undefined,
    remove: () => {
      place.querySelector('dialog')?.close()
      place.replaceChildren()
    },
  }
}
