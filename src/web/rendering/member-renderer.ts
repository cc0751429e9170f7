import type { FastifyRequest } from 'fastify'
import { consentStatus } from '#consent/rules/consent.ts'
import { viewExperiments } from '#experiment/endpoints.ts'
import { isKnownCountry } from '#location/rules/countries.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Member, RequestContext } from '#platform/request-context.ts'
import { brand } from '#shared/brand.ts'
import type { RequestNotes } from '../http/request-notes.ts'
import { createMemberPages, memberPageKey } from './member-pages.ts'
import type { RenderedPage, ShownExperiments } from './member-pages.ts'
import { consentCookieOnly, sharedPattern } from './shared-page.ts'
import type { PageEdge, RenderPage } from './shared-page.ts'

interface MemberRendererDeps {
  readonly infrastructure: Pick<AppDeps, 'ids' | 'publicUrl'>
  readonly notes: RequestNotes
  /** Changes with everything that pages of the content show. */
  readonly pageVersion: () => string
}

/** Renders a page of which its own parts know a visitor only, and its header the mark. Null when it is not the same for members. */
const createRenderForAll =
  (renderPage: RenderPage, publicUrl: string, mark: string) =>
  async (
    request: FastifyRequest,
    context: RequestContext,
    path: string,
    experiments: ShownExperiments,
  ): Promise<RenderedPage | null> => {
    const cookies = { ...consentCookieOnly(context.cookies), set: () => undefined, clear: () => undefined }
    const visitor = { ...context, actor: { kind: 'visitor' }, cookies } as const
    const actor = { kind: 'member', accountId: '', sessionId: '', email: mark } as const
    const address = new Request(`${publicUrl}${path}`)
    const { response, run } = await renderPage(request, visitor, address, { actor, experiments })
    if (!run.sameForVisitors) return null
    const headers = Object.fromEntries(response.headers)
    return { html: await response.text(), headers, pattern: sharedPattern(run, path) }
  }

/** Renders pages of the content for members: each once for all of whom the shell says the same. */
export const createMemberRenderer = (
  { infrastructure: { ids, publicUrl }, notes, pageVersion }: MemberRendererDeps,
  { clientFor }: Pick<PageEdge, 'clientFor'>,
  renderPage: RenderPage,
) => {
  const pages = createMemberPages(ids.randomUuid())
  const renderForAll = createRenderForAll(renderPage, publicUrl, pages.mark)
  /** The page of this address; null when it has to be rendered for this member alone. */
  return async (
    request: FastifyRequest,
    context: RequestContext,
    { email }: Member,
    path: string,
  ): Promise<Response | null> => {
    const { country, currency, cookies, privacySignal } = context
    if (!isKnownCountry(country)) return null
    const consent = consentStatus(cookies.get(brand.keys.consentCookie), privacySignal)
    const experiments = await clientFor(context)(viewExperiments, {})
    const key = memberPageKey({ path, country, currency, consent, version: pageVersion() }, experiments)
    const page = await pages.getOrRender(key, () => renderForAll(request, context, path, experiments))
    if (page === null) return null
    notes.setPage(request, page.pattern)
    return pages.responseFor(page, email)
  }
}
