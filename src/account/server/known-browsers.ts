import { createHmac } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { CallContext } from '#platform/call-context.ts'
import { createSeal } from '#platform/seal.ts'
import type { World } from '#platform/world.ts'
import { absoluteLimit } from '../rules/session-limits.ts'

type KnownWorld = Pick<World, 'ids' | 'publicUrl' | 'secret'>
type Visit = Pick<CallContext, 'cookies'>

/** A household shares a browser; more people than this and the oldest has to be known anew. */
const mostPeople = 5

const cookieName = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_known`)

const normal = (email: string): string => email.trim().toLowerCase()

/**
 * Browsers in which somebody has signed in before, told by a signed cookie. It signs nobody in: it only gives the browser
 * budgets of its own, so that a stranger who guesses cannot use up those of the member. The cookie names no e-mail.
 */
export const createKnownBrowsers = ({ ids, publicUrl, secret }: KnownWorld) => {
  const seal = createSeal(secret, 'known browser')
  const markOf = (email: string): string =>
    createHmac('sha256', secret)
      .update(`known as: ${normal(email)}`)
      .digest('base64url')
      .slice(0, 16)
  const read = ({
    cookies,
  }: Visit): { readonly browserId: string; readonly marks: readonly string[] } | null => {
    const sealed = cookies.get(cookieName(publicUrl))
    const [browserId = '', ...marks] = (sealed === undefined ? null : seal.open(sealed))?.split(' ') ?? []
    return browserId === '' ? null : { browserId, marks }
  }
  return {
    /** The id of a browser that knows this e-mail; null for every other. */
    idFor: (visit: Visit, email: string): string | null => {
      const known = read(visit)
      return known?.marks.includes(markOf(email)) ? known.browserId : null
    },
    /** Remembers that somebody signed in here. */
    remember: (visit: Visit, email: string): void => {
      const { browserId, marks } = read(visit) ?? { browserId: ids.token(), marks: [] }
      const mark = markOf(email)
      const kept = [mark, ...marks.filter((one) => one !== mark)].slice(0, mostPeople)
      const maxAge = absoluteLimit.total('seconds')
      visit.cookies.set(cookieName(publicUrl), seal.close([browserId, ...kept].join(' ')), {
        httpOnly: true,
        maxAge,
      })
    },
  }
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
