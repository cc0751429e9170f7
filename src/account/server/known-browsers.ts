import { createHmac } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { absoluteLimit } from '../rules/session.ts'

type KnownBrowsersDeps = Pick<AppDeps, 'ids' | 'publicUrl' | 'secret'>
type CookieContext = Pick<RequestContext, 'cookies'>

/** A household shares a browser; with more people than this the oldest one becomes unknown again. */
const maxMarks = 5

const cookieName = (publicUrl: string): string => hostCookie(publicUrl, `${brand.key}_known`)

const normalizedEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Browsers in which somebody has signed in before, known by a signed cookie. It signs nobody in: it only gives the
 * browser budgets of its own, so that a stranger who guesses cannot use up those of the member. The cookie contains no
 * e-mail.
 */
export const createKnownBrowsers = ({ ids, publicUrl, secret }: KnownBrowsersDeps) => {
  const signer = createTokenSigner(secret, 'known browser')
  const markOf = (email: string): string =>
    createHmac('sha256', secret)
      .update(`known as: ${normalizedEmail(email)}`)
      .digest('base64url')
      .slice(0, 16)
  const read = ({
    cookies,
  }: CookieContext): { readonly browserId: string; readonly marks: readonly string[] } | null => {
    const signedToken = cookies.get(cookieName(publicUrl))
    const [browserId = '', ...marks] =
      (signedToken === undefined ? null : signer.verify(signedToken))?.split(' ') ?? []
    return browserId === '' ? null : { browserId, marks }
  }
  return {
    /** The id of a browser that knows this e-mail; null for every other. */
    idFor: (context: CookieContext, email: string): string | null => {
      const known = read(context)
      return known?.marks.includes(markOf(email)) ? known.browserId : null
    },
    /** Remembers that somebody signed in in this browser. */
    remember: (context: CookieContext, email: string): void => {
      const { browserId, marks } = read(context) ?? { browserId: ids.token(), marks: [] }
      const mark = markOf(email)
      const remembered = [mark, ...marks.filter((one) => one !== mark)].slice(0, maxMarks)
      const maxAge = absoluteLimit.total('seconds')
      context.cookies.set(cookieName(publicUrl), signer.sign([browserId, ...remembered].join(' ')), {
        httpOnly: true,
        maxAge,
      })
    },
  }
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>
