import { z } from 'zod'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import { asShopBusy } from '#platform/outage.ts'
import { asWork } from '#platform/time-limits.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { errorCatalogue, ShopError } from '#shared/errors.ts'
import { firstMessages, issueMessages } from '#shared/field-messages.ts'
import { ownValue } from '#shared/own-value.ts'
import type { PartnerScope } from '#shared/partner-scope.ts'
import { unreadableText } from '#shared/plain-text.ts'
import { allows } from '#shared/staff.ts'

/** The sentences of spec §5, and more in their manner, by the name of the field. */
const messages: Readonly<Record<string, string>> = {
  firstName: 'Kindly enter your first name',
  first_name: 'Kindly enter your first name',
  lastName: 'Kindly enter your last name',
  last_name: 'Kindly enter your last name',
  name: 'Kindly enter your full name',
  full_name: 'Kindly enter your full name',
  address: 'Kindly enter your address',
  city: 'Kindly enter your city',
  country: 'Kindly enter your country',
  region: 'Kindly enter your region',
  zip: 'Kindly enter your zip code',
  postal_code: 'Kindly enter your zip code',
  email: 'Kindly enter a valid email address.',
  new_email: 'Kindly enter a valid email address.',
  recipient_email: 'Kindly enter a valid email address.',
  password: 'Password must be at least 6 characters long.',
  new_password: 'Password must be at least 6 characters long.',
  message: 'Kindly enter a valid message.',
  certified: 'Kindly answer the question about health certification.',
  promo_code: 'Kindly enter a valid promo code.',
  coupon_codes: 'Kindly enter a valid promo code.',
  captcha: errorCatalogue.CAPTCHA_FAILED.detail,
  card: 'Please enter a card.',
}

/** `request_id` → `request id`, `smsConsent` → `sms consent`. */
const spacedName = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** The message for a field that is missing or of another kind, if its schema has none itself (spec §5). */
const fieldMessage = ({ path = [] }: Pick<z.core.$ZodRawIssue, 'path'>): string => {
  const name = path.findLast((part): part is string => typeof part === 'string')
  if (name === undefined) return 'Please fill in the form.'
  return ownValue(messages, name) ?? `Kindly enter a valid ${spacedName(name)}.`
}

/** A row of the endpoint table with its handler; the payload is validated before the handler sees it. */
export interface Route {
  readonly endpoint: Endpoint
  readonly run: (context: RequestContext, input: unknown) => Promise<unknown>
}

const unreadableMessage = 'Please leave out characters that are not text.'

const realm = 'Bearer realm="partner"'

/** The refusals of a bearer token (RFC 6750 §3). */
const requireScope = (scope: PartnerScope, { actor, hasBearer, setReplyHeader }: RequestContext): void => {
  if (actor.kind !== 'partner') {
    setReplyHeader?.('www-authenticate', hasBearer ? `${realm}, error="invalid_token"` : realm)
    const detail = 'Please send a valid API key or access token as a bearer token.'
    throw new ShopError('UNAUTHENTICATED', { detail, security: hasBearer ? 'forged token' : undefined })
  }
  if (actor.scopes.includes(scope)) return
  setReplyHeader?.('www-authenticate', `${realm}, error="insufficient_scope", scope="${scope}"`)
  const what = actor.credential === 'app' ? 'access token' : 'key'
  throw new ShopError('FORBIDDEN', { detail: `The ${what} does not have the scope ${scope}.` })
}

/** UNAUTHENTICATED, FORBIDDEN or NOT_FOUND for somebody who may not use an endpoint. */
export const requireAccess = (endpoint: Endpoint, context: RequestContext): void => {
  const { access } = endpoint
  if ((access === 'member' || access === 'agent') && context.actor.kind !== access)
    throw new ShopError('UNAUTHENTICATED')
  if (endpoint.access === 'partner') return requireScope(endpoint.scope, context)
  if (endpoint.access !== 'staff') return
  if (context.actor.kind !== 'staff') throw new ShopError('UNAUTHENTICATED')
  // What a role may not use does not exist for it.
  if (!allows(context.actor.role, endpoint.permission)) throw new ShopError('NOT_FOUND')
}

/** Connects an endpoint with its handler; their payload and reply types have to agree. */
export const route = <C extends Endpoint>(endpoint: C, handler: Handler<NoInfer<C>>): Route => ({
  endpoint,
  run: async (context, input) => {
    requireAccess(endpoint, context)
    const parsed = z.safeParse<C['payload']>(endpoint.payload, input, { error: fieldMessage })
    if (!parsed.success)
      throw new ShopError('VALIDATION_ERROR', { fields: firstMessages(issueMessages(parsed.error)) })
    const unreadable = unreadableText(parsed.data)
    if (unreadable)
      throw new ShopError('VALIDATION_ERROR', { fields: { [unreadable.join('.')]: unreadableMessage } })
    const handle = () => handler(context, parsed.data)
    return (endpoint.isReport ? asWork('report', handle) : handle()).catch((thrown: unknown) => {
      throw asShopBusy(thrown)
    })
  },
})

type KeysOfEndpoints<Endpoints> = {
  [Key in keyof Endpoints]: Endpoints[Key] extends { readonly access: 'machine' }
    ? never
    : Endpoints[Key] extends Endpoint
      ? Key
      : never
}[keyof Endpoints]

/** A handler for every endpoint of a module's `endpoints.ts`; without one of them it does not compile. */
export type HandlersFor<Endpoints> = {
  readonly [Key in KeysOfEndpoints<Endpoints>]: Handler<Extract<Endpoints[Key], Endpoint>>
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'payload' in value && 'reply' in value && 'access' in value

const isHandler = (value: unknown): value is Handler<Endpoint> => typeof value === 'function'

/** Connects the endpoints of a module with its handlers by name; those that machines sign are registered separately. */
export const routes = <Endpoints extends object>(
  endpoints: Endpoints,
  handlers: HandlersFor<Endpoints>,
): readonly Route[] =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => {
    if (!isEndpoint(endpoint) || endpoint.access === 'machine') return []
    const handler = ownValue(handlers, name)
    if (!isHandler(handler)) throw new Error(`the endpoint ${name} has no handler`)
    return [route(endpoint, handler)]
  })

/** Calls an endpoint and returns the validated reply. The same for a page's loader as for a partner over HTTP. */
export type Client = <C extends Endpoint>(endpoint: C, payload: PayloadInput<C>) => Promise<ReplyOf<C>>

/** The in-process client: pages have no other access to data. */
export const createClient = (routes: readonly Route[], context: RequestContext): Client => {
  const byName = new Map(routes.map((match) => [match.endpoint.name, match]))
  return async <C extends Endpoint>(endpoint: C, payload: PayloadInput<C>): Promise<ReplyOf<C>> => {
    const match = byName.get(endpoint.name)
    if (!match) throw new ShopError('NOT_FOUND')
    return z.parse<C['reply']>(endpoint.reply, await match.run(context, payload))
  }
}
