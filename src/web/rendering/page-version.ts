import { arrivalEdition } from '#delivery/rules/delivery-dates.ts'
import type { AppDeps } from '#platform/app-deps.ts'

/** What visitor pages show; a page made under other versions is made again. */
const stateNames = ['catalogue', 'content', 'flag', 'review'] as const

/** Times of the day begin at a quarter of an hour in every time zone. */
const quarterHour = 15 * 60_000

interface VersionSources {
  readonly deps: Pick<AppDeps, 'clock' | 'state'>
  readonly content: { readonly edition: (now: Temporal.Instant) => string }
  readonly flags: { readonly edition: () => number }
}

/** The version of the pages that are the same for all visitors. Called with each request, so it remembers what is costly. */
export const createPageVersion = ({ deps, content, flags }: VersionSources) => {
  let quarter = Number.NaN
  let edition = ''
  return (): string => {
    const now = deps.clock.now()
    const current = Math.floor(now.epochMilliseconds / quarterHour)
    if (current !== quarter) {
      quarter = current
      edition = arrivalEdition(now)
    }
    const versions = stateNames.map((name) => deps.state.version(name))
    return [...versions, content.edition(now), flags.edition(), edition].join('.')
  }
}
