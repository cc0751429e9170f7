import { lookedAt } from '../rules/camera-look.ts'
import { openDetector } from './barcode-detector.ts'
import type { Detector } from './barcode-detector.ts'

/** The elements of a form that scans. */
interface Scanner {
  readonly form: HTMLFormElement
  readonly code: HTMLInputElement
  /** Sent with the form: whether the next page starts the camera by itself. */
  readonly resumes: HTMLInputElement
  readonly button: HTMLButtonElement
  readonly video: HTMLVideoElement
  readonly status: HTMLElement
}

const hints = {
  'take-away': 'Take the counted product away, then show the next one.',
  'show-one': 'There are several codes in the picture. Show one.',
} as const

const showNext = 'Hold the barcode in front of the camera.'

const problems: ReadonlyMap<string, string> = new Map([
  ['NotAllowedError', 'The camera is blocked. Allow it for this site in the browser, or type the code.'],
  ['NotFoundError', 'There is no camera. Type the code.'],
  ['NotReadableError', 'Another app uses the camera. Close it, or type the code.'],
])

const problemOf = (thrown: unknown): string =>
  (thrown instanceof DOMException ? problems.get(thrown.name) : undefined) ??
  'The camera did not start. Type the code.'

const scannerIn = (form: HTMLFormElement): Scanner | null => {
  const [code, resumes] = [form.elements.namedItem('code'), form.elements.namedItem('camera')]
  const button = form.querySelector<HTMLButtonElement>('[data-desk-camera]')
  const [video, status] = [form.querySelector('video'), form.querySelector<HTMLElement>('[role="status"]')]
  return code instanceof HTMLInputElement && resumes instanceof HTMLInputElement && button && video && status
    ? { form, code, resumes, button, video, status }
    : null
}

const say = ({ status }: Scanner, text: string): void => {
  // A screen reader says a sentence again that is set again.
  if (status.textContent !== text) status.textContent = text
}

const endStream = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** Turns the camera off, and says why. */
const stop = (scanner: Scanner, text: string): void => {
  const { video, button, resumes } = scanner
  if (video.srcObject instanceof MediaStream) endStream(video.srcObject)
  video.srcObject = null
  video.hidden = true
  button.textContent = 'Scan with camera'
  resumes.disabled = true
  say(scanner, text)
}

const nextPicture = (video: HTMLVideoElement): Promise<unknown> =>
  new Promise((resolve) => void video.requestVideoFrameCallback(resolve))

/** Looks at one picture after the other until there is a code to count; null once the camera is off. */
const readCode = async (
  scanner: Scanner,
  detector: Detector,
  isOn: () => boolean,
  isReadyAtFirst: boolean,
): Promise<string | null> => {
  let isReady = isReadyAtFirst
  while (isOn()) {
    await nextPicture(scanner.video)
    if (!isOn()) return null
    const seen = await detector.detect(scanner.video)
    const next = lookedAt(
      isReady,
      seen.map(({ rawValue }) => rawValue),
    )
    if (next.code !== null && isOn()) return next.code
    if (isOn()) say(scanner, next.hint === null ? showNext : hints[next.hint])
    isReady = next.isReady
  }
  return null
}

const createCamera = (scanner: Scanner, detector: Detector) => {
  const { form, code, resumes, button, video } = scanner
  /** The start that counts; stopping the camera, or starting it again, ends the one before. */
  let current: symbol | null = null
  const turnOff = (text: string): void => {
    current = null
    stop(scanner, text)
  }
  const run = async (own: symbol, isReady: boolean): Promise<void> => {
    const isOn = (): boolean => current === own
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: 'environment' } },
    })
    if (!isOn()) return endStream(stream)
    for (const track of stream.getTracks())
      track.addEventListener('ended', () => turnOff('The camera was turned off. Type the code.'))
    video.srcObject = stream
    video.hidden = false
    await video.play()
    const read = await readCode(scanner, detector, isOn, isReady)
    if (read === null) return
    turnOff(`${read} is read.`)
    code.value = read
    resumes.disabled = false
    form.requestSubmit()
  }
  const start = (isReady: boolean): void => {
    const own = Symbol('start')
    current = own
    button.textContent = 'Stop the camera'
    resumes.disabled = false
    say(scanner, 'The camera starts.')
    void run(own, isReady).catch((thrown: unknown) => {
      if (current === own) turnOff(problemOf(thrown))
    })
  }
  return { start, turnOff, isOn: (): boolean => current !== null }
}

const watch = (scanner: Scanner, detector: Detector): void => {
  const { form, button } = scanner
  const { start, turnOff, isOn } = createCamera(scanner, detector)
  button.hidden = false
  button.addEventListener('click', () => (isOn() ? turnOff('The camera is off.') : start(true)))
  // Another page, another app, or a locked phone: the camera is never on while nobody looks.
  addEventListener('pagehide', () => turnOff(''))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && isOn()) turnOff('The camera is off.')
  })
  if (form.dataset['deskScan'] === 'resume') start(false)
}

/** The form that counts what is packed reads barcodes with the camera, where the browser and the device can. */
export const watchCameraScan = async (): Promise<void> => {
  const form = document.querySelector<HTMLFormElement>('form[data-desk-scan]')
  const scanner = form && scannerIn(form)
  if (!scanner) return
  const detector = await openDetector().catch(() => null)
  if (detector) watch(scanner, detector)
}
