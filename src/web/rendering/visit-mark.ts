import type { FastifyRequest } from 'fastify'
import type { Actor } from '#platform/request-context.ts'
import { ShopError } from '#shared/errors.ts'

/** The field of a form that names the impersonation session in which its page was made. */
const field = 'impersonation_session'

/** React escapes `>` and `"` in attributes, so a tag ends at the first one. */
const postingForm = /<form (?=[^>]*\bmethod="post")[^>]*>/g

const sessionOf = (actor: Actor): string | null => (actor.kind === 'agent' ? actor.impersonationId : null)

/** Has the forms of a page that is shown while somebody acts for a member say in which impersonation session it was made. */
export const withVisitMark = (html: string, actor: Actor): string => {
  const session = sessionOf(actor)
  return session === null
    ? html
    : html.replaceAll(postingForm, (tag) => `${tag}<input type="hidden" name="${field}" value="${session}"/>`)
}

const fileForm = new RegExp(String.raw`name="${field}"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)\r\n`)

/** The impersonation session that a posted form names; null for none, and for a request without a form. */
const namedSession = ({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): string | null => {
  if (!Buffer.isBuffer(body) || !body.includes(field)) return null
  const text = body.toString('latin1')
  const isWithFiles = headers['content-type']?.startsWith('multipart/') ?? false
  return isWithFiles ? (fileForm.exec(text)?.[1] ?? null) : new URLSearchParams(text).get(field)
}

/**
 * Refuses a form that was made while the browser showed somebody else: it has one cookie for all of its tabs, so that a form for one
 * member would be sent in the impersonation session for another. A visitor has nothing that it could change. ACTION_NOT_ALLOWED.
 */
export const requireSameVisit = (request: FastifyRequest, actor: Actor): void => {
  if (actor.kind !== 'agent' && actor.kind !== 'member') return
  if (request.method !== 'POST' || !Buffer.isBuffer(request.body)) return
  if (namedSession(request) !== sessionOf(actor))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail:
        'This page belongs to another session than the one in this browser now. Nothing was changed. Open the page again and check whose account it is.',
    })
}
