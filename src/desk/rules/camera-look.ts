/** What a look through the camera leads to. */
interface CameraLook {
  /** Whether the next single code is counted: the code before it has left the picture. */
  readonly isReady: boolean
  /** The code that is counted now; null for none. */
  readonly code: string | null
  /** What the person has to do; null when there is nothing to say. */
  readonly hint: 'take-away' | 'show-one' | null
}

/** A code that stays in front of the camera is counted once, and of several codes none: nobody knows which one is meant. */
export const lookedAt = (isReady: boolean, seen: readonly string[]): CameraLook => {
  const codes = [...new Set(seen.map((code) => code.trim()).filter((code) => code !== ''))]
  const [code = null] = codes
  if (code === null) return { isReady: true, code: null, hint: null }
  if (codes.length > 1) return { isReady, code: null, hint: 'show-one' }
  return isReady ? { isReady: false, code, hint: null } : { isReady, code: null, hint: 'take-away' }
}
