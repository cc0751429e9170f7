import { cardText, type CardSource, type TakenCard } from './card-source.ts'
import { isRecord } from '#shared/is-record.ts'

interface FrameMessage {
  readonly type: string
  readonly requestId: string
  readonly token: string
  readonly height: number
}

const readMessage = (data: unknown): FrameMessage | null => {
  if (!isRecord(data) || data['source'] !== 'sandbox-field') return null
  const { type, requestId, token, height } = data
  return {
    type: typeof type === 'string' ? type : '',
    requestId: typeof requestId === 'string' ? requestId : '',
    token: typeof token === 'string' ? token : '',
    height: typeof height === 'number' ? Math.min(Math.max(Math.ceil(height), 0), 2_000) : 0,
  }
}

/** High enough for the three inputs, so that nothing jumps when the field says its own height. */
const initialHeight = 262

const newFrame = (fieldUrl: string): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.title = cardText('Title')
  frame.height = String(initialHeight)
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms')
  frame.src = fieldUrl
  return frame
}

const timeoutMs = 10_000

/** One token at a time: asks the frame as soon as it listens, with a time-out. */
const createTokenRequests = (post: (requestId: string) => void) => {
  let isReady = false
  let requestCount = 0
  let resolveToken: (taken: TakenCard) => void = () => undefined
  return {
    onReady: (): void => {
      isReady = true
      if (requestCount > 0) post(String(requestCount))
    },
    onMessage: ({ type, requestId, token }: FrameMessage): void => {
      if (requestId !== String(requestCount)) return
      if (type === 'token') resolveToken({ token })
      else resolveToken({ message: type === 'invalid' ? cardText('Check') : cardText('NoAnswer') })
    },
    take: (): Promise<TakenCard> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve({ message: cardText('NoAnswer') }), timeoutMs)
        resolveToken = (taken) => {
          clearTimeout(timer)
          resolve(taken)
        }
        requestCount += 1
        if (isReady) post(String(requestCount))
      }),
  }
}

/** Loads the sandbox's card field into a frame and speaks with it, by messages of its origin only. */
export const openSandboxFrame = (place: HTMLElement, fieldUrl: string, onEnter: () => void): CardSource => {
  const { origin } = new URL(fieldUrl)
  const frame = newFrame(fieldUrl)
  const tokenRequests = createTokenRequests((requestId) =>
    frame.contentWindow?.postMessage({ type: 'tokenize', requestId }, origin),
  )
  const onMessage = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    const message = readMessage(event.data)
    if (message?.type === 'ready') tokenRequests.onReady()
    else if (message?.type === 'height') frame.height = String(message.height)
    else if (message?.type === 'submit') onEnter()
    else if (message) tokenRequests.onMessage(message)
  }
  window.addEventListener('message', onMessage)
  place.replaceChildren(frame)
  return {
    take: tokenRequests.take,
    setAmount: () => undefined,
    remove: () => {
      window.removeEventListener('message', onMessage)
      frame.remove()
    },
  }
}
