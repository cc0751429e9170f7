import { writeFileSync } from 'node:fs'
import { fullChromiumPath } from './chromium.ts'
import playwright from '../../playwright.config.ts'

/** Code 39: bars and spaces in turn, narrow or wide, of the characters that the tests need. */
export const code39: Readonly<Record<string, string>> = {
  '*': 'nwnnwnwnn', '-': 'nwnnnnwnw', F: 'nnwnwwnnn', N: 'nnnnwnnww', R: 'wnnnnnwwn', S: 'nnwnnnwwn', Y: 'wwnnwnnnn',
} // prettier-ignore

const [width, height, perModule] = [320, 240, 2]

/** One line of a picture, as gray values: the barcode of a text in the middle of white. */
const lineOf = (text: string): Buffer => {
  const line = Buffer.alloc(width, 235)
  const elements = `*${text}*`.split('').flatMap((character) => `${code39[character] ?? ''}n`.split(''))
  const modules = elements.map((element) => (element === 'w' ? 3 : 1))
  let at = Math.floor((width - perModule * modules.reduce((sum, each) => sum + each, 0)) / 2)
  for (const [index, each] of modules.entries()) {
    // Of ten elements the even ones are bars, and the tenth separates characters.
    if ((index % 10) % 2 === 0) line.fill(16, at, at + each * perModule)
    at += each * perModule
  }
  return line
}

/** What the camera sees for a second: a barcode, or a white wall. */
const pictureOf = (text: string | null): Buffer => {
  const line = text === null ? Buffer.alloc(width, 235) : lineOf(text)
  const [light, color] = [Array.from({ length: height }, () => line), Buffer.alloc((width * height) / 2, 128)]
  return Buffer.concat([Buffer.from('FRAME\n'), ...light, color])
}

/** Writes what a camera sees, as a video that begins again at its end: each text for a second, in turn with nothing. */
export const writeCameraFile = (path: string, texts: readonly string[]): void => {
  const seconds = texts.flatMap((text) => [pictureOf(text), pictureOf(null)])
  const frames = seconds.flatMap((picture) => Array.from({ length: 10 }, () => picture))
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), ...frames]),
  )
}

/** The browser of the tests with a camera that shows a file; only the whole Chromium has cameras. */
export const withCamera = (path: string) => {
  const options = playwright.use?.launchOptions
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`]
  return {
    ...options,
    executablePath: fullChromiumPath() ?? undefined,
    args: [...(options?.args ?? []), ...camera],
  }
}

/**
 * The `BarcodeDetector` that Chromium has on phones and not on Debian: it reads the pixels of the video. Runs in the page,
 * before its
 * scripts.
 */
export const installBarcodeDetector = (patterns: Readonly<Record<string, string>>): void => {
  const characters = new Map(Object.entries(patterns).map(([character, pattern]) => [pattern, character]))
  /** Lengths of what is dark and light in turn, from the first bar to the last one. */
  const runsIn = (pixels: Uint8ClampedArray): number[] => {
    const dark = Array.from({ length: pixels.length / 4 }, (_, at) => (pixels[4 * at] ?? 255) < 128)
    const code = dark.slice(dark.indexOf(true), dark.lastIndexOf(true) + 1)
    const runs: number[] = []
    for (const [at, isDark] of code.entries())
      if (at > 0 && isDark === code[at - 1]) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
      else runs.push(1)
    return runs
  }
  const textOf = (runs: readonly number[]): string | null => {
    const narrow = Math.min(...runs)
    const letters = runs.map((run) => (run > 2 * narrow ? 'w' : 'n'))
    let text = ''
    for (let at = 0; at < letters.length; at += 10)
      text += characters.get(letters.slice(at, at + 9).join('')) ?? '?'
    return /^\*([^*?]+)\*$/.exec(text)?.[1] ?? null
  }
  class BarcodeDetector {
    static getSupportedFormats = (): Promise<string[]> => Promise.resolve(['code_39'])
    detect = (video: HTMLVideoElement): Promise<{ rawValue: string }[]> => {
      const { videoWidth, videoHeight } = video
      const canvas = new OffscreenCanvas(videoWidth, videoHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(video, 0, 0)
      const pixels = context?.getImageData(0, Math.floor(videoHeight / 2), videoWidth, 1).data
      const text = pixels ? textOf(runsIn(pixels)) : null
      return Promise.resolve(text === null ? [] : [{ rawValue: text }])
    }
  }
  Object.assign(window, { BarcodeDetector })
}

/** Notes the cameras that a page has opened, and answers whether the last one is still on. Runs in the page. */
export const noteCameras = (): void => {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted)
    Object.assign(window, {
      isCameraOn: () => stream.getTracks().some(({ readyState }) => readyState === 'live'),
    })
    return stream
  }
}
