/**
 * Why the shop cannot start, as one sentence for the person at the terminal.
 * `npm start` prints the sentence and ends with exit code 1; the cause is shown only at LOG_LEVEL=debug.
 */
export class StartFailure extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'StartFailure'
  }
}
