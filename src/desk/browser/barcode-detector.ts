/** A detector of this browser; `detect` rejects while a video has no picture. */
export interface Detector {
  readonly detect: (picture: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}

interface DetectorClass {
  new (): Detector
  readonly getSupportedFormats: () => Promise<readonly string[]>
}

declare global {
  interface Window {
    /** Of the Shape Detection API, which some browsers have (https://wicg.github.io/shape-detection-api). */
    readonly BarcodeDetector?: DetectorClass
  }
}

const hasCamera = async (): Promise<boolean> =>
  (await navigator.mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput')

/** A detector, where the browser reads barcodes and the device has a camera; else null. Nobody is asked for anything. */
export const openDetector = async (): Promise<Detector | null> => {
  const { BarcodeDetector } = window
  // Without https there are no media devices.
  if (!BarcodeDetector || !('mediaDevices' in navigator)) return null
  const formats = await BarcodeDetector.getSupportedFormats()
  return formats.length > 0 && (await hasCamera()) ? new BarcodeDetector() : null
}
