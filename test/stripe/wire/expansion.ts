import { StripeFault } from './stripe-fault.ts'

interface Expander {
  /** The object of an id if the caller asked for it, and the id if not. */
  readonly of: <T>(
    name: string,
    id: string | null,
    load: (id: string, paths: readonly string[]) => T,
  ) => string | T | null
  /** Whether the caller asked for a property that is otherwise left out. */
  readonly includes: (name: string) => boolean
}

/**
 * An object with the properties expanded that `paths` name (`latest_charge.balance_transaction`). A property that
 * cannot be expanded is refused as Stripe does; one that the stand-in cannot expand, in other words.
 */
export const expanded = <T extends object>(
  paths: readonly string[] | undefined,
  view: (expander: Expander) => T,
): T => {
  const wanted = new Map<string, string[]>()
  for (const path of paths ?? []) {
    const [name = '', ...rest] = path.split('.')
    wanted.set(name, [...(wanted.get(name) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])])
  }
  const met = new Set<string>()
  const object = view({
    of: (name, id, load) => {
      met.add(name)
      const below = wanted.get(name)
      return below && id !== null ? load(id, below) : id
    },
    includes: (name) => {
      met.add(name)
      return wanted.has(name)
    },
  })
  const foreign = [...wanted.keys()].find((name) => !met.has(name))
  if (foreign === undefined) return object
  if (Object.hasOwn(object, foreign)) throw StripeFault.unmodelled(`expanding ${foreign}`)
  throw StripeFault.invalid(`This property cannot be expanded (${foreign}).`, { param: 'expand' })
}

/** The paths below `data` of a list's `expand`. */
export const belowData = (paths: readonly string[] | undefined): string[] =>
  (paths ?? []).map((path) => {
    if (path.startsWith('data.')) return path.slice('data.'.length)
    throw StripeFault.invalid(
      `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' instead.`,
      { param: 'expand' },
    )
  })
