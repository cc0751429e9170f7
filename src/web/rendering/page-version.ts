import { arrivalEdition } from '#delivery/rules/delivery-dates.ts'
import { publishedPlaces } from '#location/rules/published-places.ts'
import { oncePerTurn } from '#platform/once-per-turn.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { pageFacts } from '#shared/page-facts.ts'

/** Times of the day begin at a quarter of an hour in every time zone. */
const quarterHour = 15 * 60_000

/** How many seconds the version stays as it is at most, at least one. */
export const secondsLeft = (now: Temporal.Instant): number =>
  Math.ceil((quarterHour - (now.epochMilliseconds % quarterHour)) / 1_000)

interface VersionSources {
  readonly deps: Pick<AppDeps, 'clock' | 'state'>
  readonly content: { readonly edition: (now: Temporal.Instant) => string }
  readonly flags: { readonly edition: () => number }
}

/** The version of the pages that are the same for all visitors. Called with each request, so it remembers what is costly. */
export const createPageVersion = ({ deps, content, flags }: VersionSources) => {
  const timeOfTurn = oncePerTurn(() => deps.clock.now())
  let quarter = Number.NaN
  let arrivals = ''
  const arrivalsAt = (now: Temporal.Instant): string => {
    const current = Math.floor(now.epochMilliseconds / quarterHour)
    if (current !== quarter) {
      quarter = current
      arrivals = arrivalEdition(now)
    }
    return arrivals
  }
  const parts: readonly ((now: Temporal.Instant) => string | number)[] = [
    ...pageFacts.map((name) => () => deps.state.version(name)),
    // A page that is made while the places are read is not one of the new version.
    () => publishedPlaces().number,
    content.edition,
    flags.edition,
    arrivalsAt,
  ]
  const known: (string | number)[] = []
  let version = ''
  return (): string => {
    const now = timeOfTurn()
    let isSame = true
    parts.forEach((part, at) => {
      const current = part(now)
      if (current !== known[at]) isSame = false
      known[at] = current
    })
    if (!isSame) version = known.join('.')
    return version
  }
}
