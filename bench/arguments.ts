import { lengthNames, lengthsFrom, type Lengths } from './lengths.ts'

const parts = ['start', 'whole', 'visits', 'members', 'sign-in', 'orders', 'renewals'] as const

type Part = (typeof parts)[number]

/** What the words of the command ask for. */
interface Requested {
  readonly lengths: Lengths
  readonly wants: (part: Part) => boolean
  /** The commit whose shop is measured in turns with this one; null for none. */
  readonly against: string | null
}

/** Reads the words after `npm run bench --`; a sentence for people where they cannot be understood. */
export const requestedParts = (args: readonly string[]): Requested | { readonly refusal: string } => {
  const at = args.indexOf('--against')
  const against = at === -1 ? null : (args[at + 1] ?? '')
  const words = at === -1 ? args : args.toSpliced(at, 2)
  const unknown = words.filter((word) => ![...lengthNames, ...parts].includes(word))
  if (unknown.length > 0 || against === '')
    return {
      refusal: `Unknown: ${[...unknown, ...(against === '' ? ['--against without a commit'] : [])].join(', ')}. Say "quick" for a short run, "smoke" for one that only shows that the bench works, ${parts.join(', ')} for some parts only, and "--against <commit>" for whole orders in turns with another commit.`,
    } // prettier-ignore
  const named = parts.filter((part) => words.includes(part))
  const onlyWhole = named.length === 0 && against !== null
  return {
    lengths: lengthsFrom(words),
    wants: (part) => (onlyWhole ? part === 'whole' : named.length === 0 || named.includes(part)),
    against,
  }
}
