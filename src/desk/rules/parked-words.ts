import { retryOutcomes } from '#subscription/renewal/rules/after-retry.ts'
import type { RetryOutcome } from '#subscription/renewal/rules/after-retry.ts'

/** The steps of the due work that park a subscription, as sentences without their end. */
const texts: ReadonlyMap<string, string> = new Map([
  ['renewal', 'its renewal could not be prepared, and nothing was charged'],
  [
    'order',
    'its charge or its order could not be finished; what was charged is kept, and is not charged twice',
  ],
  ['notices', 'a notice of what is to come could not be written, and nothing was charged'],
  ['resume', 'it could not be resumed after its pause, and nothing was charged'],
  ['start', 'it could not be started on its first day, and nothing was charged'],
])

/** What the shop failed at, as the end of a sentence. */
export const parkedText = (step: string): string => texts.get(step) ?? `the step “${step}” failed`

const retried: Readonly<Record<RetryOutcome, string>> = {
  due: 'It is taken up again at the next run.',
  ended: 'The subscription has ended, so nothing is taken up again and nothing is charged.',
  stopped: 'A dispute stops the subscription. It is taken up again when the dispute is over.',
}

/** What follows when a parked subscription is retried, as sentences. */
export const retriedText = (outcome: RetryOutcome): string => retried[outcome]

/** The word of what follows in the address of the next page. */
export const retriedWord = (outcome: RetryOutcome): string => `retried-${outcome}`

/** The same by the word that the address of the next page carries. */
export const retriedAnswers: readonly (readonly [string, string])[] = retryOutcomes.map((outcome) => [
  retriedWord(outcome),
  retriedText(outcome),
])
