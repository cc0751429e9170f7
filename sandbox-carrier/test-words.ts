/** What a carrier says of a package. */
export type CarrierReportKind =
  | 'shipped'
  | 'in-transit'
  | 'delayed'
  | 'delivered'
  | 'lost'
  | 'returned-to-sender'

/** An event and the day on which it happens: `day` after the package was handed over, plus `late` after it was expected. */
interface Step {
  readonly event: CarrierReportKind
  readonly day: number | 'expected'
  readonly late: number
}

export interface TestWord {
  readonly word: string
  /** One sentence for the list that is printed and shown. */
  readonly what: string
  readonly steps: readonly Step[]
  readonly webhooks: 'once' | 'twice' | 'reversed'
  /** `refused`: there is no label; `silent`: it is made, and the first answer never arrives. */
  readonly label: 'prompt' | 'refused' | 'silent'
}

const pickedUp: Step = { event: 'shipped', day: 0, late: 0 }
const onTheWay: readonly Step[] = [pickedUp, { event: 'in-transit', day: 1, late: 0 }]

/** How late the packages of `LATE` are, in days. */
export const delayDays = 3

const after = (event: CarrierReportKind, late: number): Step => ({ event, day: 'expected', late })

/** What happens to a package whose address names nothing. */
export const usual: Omit<TestWord, 'word' | 'what'> = {
  steps: [...onTheWay, after('delivered', 0)],
  webhooks: 'once',
  label: 'prompt',
}

/** Every word that the sandbox carrier knows; written in capitals in a name, a company or an address line. */
export const testWords: readonly TestWord[] = [
  {
    ...usual,
    word: 'LATE',
    what: `Delayed on the day of its arrival, delivered ${delayDays} days later.`,
    steps: [...onTheWay, after('delayed', 0), after('delivered', delayDays)],
  },
  {
    ...usual,
    word: 'LOST',
    what: 'Lost on the way.',
    steps: [...onTheWay, after('lost', 2)],
  },
  {
    ...usual,
    word: 'RETURNED',
    what: 'Not delivered, and returned to the sender.',
    steps: [...onTheWay, after('returned-to-sender', 2)],
  },
  { ...usual, word: 'TWICE', what: 'Delivered; each webhook arrives twice.', webhooks: 'twice' },
  {
    ...usual,
    word: 'REVERSED',
    what: 'Delivered; all webhooks arrive on that day, in the wrong order.',
    webhooks: 'reversed',
  },
  { ...usual, word: 'SILENT', what: 'Picked up, and then nothing is heard of it.', steps: [pickedUp] },
  {
    ...usual,
    word: 'UNKNOWN',
    what: 'The carrier refuses the address: there is no label.',
    label: 'refused',
  },
  {
    ...usual,
    word: 'TIMEOUT',
    what: 'The label is made, but the first answer never arrives.',
    label: 'silent',
  },
]

/** The first test word in these texts, as a word of its own; null when there is none. */
export const testWordIn = (texts: readonly string[]): TestWord | null => {
  const words = new Set(texts.flatMap((text) => text.split(/[^A-Za-z]+/)))
  return testWords.find(({ word }) => words.has(word)) ?? null
}
