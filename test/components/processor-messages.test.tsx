import { expect, test } from 'vitest'
import { openSandboxFrame } from '#payment/browser/sandbox-frame.ts'
import { openSandboxWallet } from '#payment/browser/sandbox-wallet.ts'
import type { WalletHost, WalletOffer } from '#payment/browser/wallet.ts'

const processor = 'http://processor.invalid'
const evil = 'https://evil.example'

const place = (): HTMLElement => {
  const element = document.createElement('div')
  document.body.append(element)
  return element
}

const frameIn = (element: HTMLElement): Window => {
  const frame = element.querySelector('iframe')?.contentWindow
  if (!frame) throw new Error('there is no frame')
  return frame
}

/** As a browser delivers it: no page chooses the origin or the source of what it sends. */
const deliver = (origin: string, source: Window, data: object): void =>
  void window.dispatchEvent(new MessageEvent('message', { origin, source, data }))

test('a card token is accepted only from the frame of the processor', async () => {
  const element = place()
  let sent = 0
  const field = openSandboxFrame(element, `${processor}/field`, () => {
    sent += 1
  })
  const frame = frameIn(element)
  const taken = field.take()
  const say = (token: string) => ({ source: 'sandbox-field', type: 'token', requestId: '1', token })
  deliver(evil, frame, say('from another origin'))
  deliver(`${processor}.evil.example`, frame, say('from an origin that begins like it'))
  deliver('null', frame, say('from an origin without a name'))
  deliver(processor, window, say('from another window'))
  deliver(location.origin, window, say('from the page itself'))
  deliver(evil, frame, { source: 'sandbox-field', type: 'submit' })
  deliver(processor, frame, { ...say('in another protocol'), source: 'another' })
  deliver(processor, frame, { ...say('for another request'), requestId: '0' })
  expect(sent).toBe(0)
  deliver(processor, frame, { source: 'sandbox-field', type: 'submit' })
  expect(sent).toBe(1)
  deliver(processor, frame, say('genuine'))
  expect(await taken).toEqual({ token: 'genuine' })
  field.remove()
  element.remove()
})

const offer: WalletOffer = {
  currency: 'USD',
  total: 4999,
  lines: [],
  shipping: [],
  shipping_id: '',
  terms: [],
  renewals: [],
}

test("only the processor's sheet reports a wallet confirmation", async () => {
  const element = place()
  const confirmed: string[] = []
  const host: WalletHost = {
    opened: async () => offer,
    placeChanged: async () => offer,
    shippingChanged: async () => offer,
    confirmed: async ({ token }) => {
      confirmed.push(token)
      return null
    },
    failed: () => undefined,
    closed: () => undefined,
    noAnswer: { message: '' },
  }
  const buttons = openSandboxWallet(element, `${processor}/sheet`, host)
  element.querySelector('button')?.click()
  await expect.poll(() => element.querySelector('iframe')).not.toBeNull()
  const frame = frameIn(element)
  const say = (token: string) => ({
    source: 'sandbox-wallet',
    type: 'approved',
    token,
    email: 'a@example.com',
  })
  deliver(evil, frame, say('from another origin'))
  deliver(processor, window, say('from another window'))
  deliver(location.origin, window, say('from the page itself'))
  deliver(processor, frame, { ...say('in another protocol'), source: 'another' })
  deliver(processor, frame, say('genuine'))
  await expect.poll(() => element.querySelector('dialog')).toBeNull()
  expect(confirmed).toEqual(['genuine'])
  buttons.remove()
  element.remove()
})
