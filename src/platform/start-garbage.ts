/**
 * Gives back the memory that only starting needed, in this thread. V8 does so by itself when it needs more or has been idle for
 * minutes. Does nothing unless Node runs with `--expose-gc`.
 */
export const collectStartGarbage = (): void =>
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
