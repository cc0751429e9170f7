import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AuditActor } from '#staff/server/audits.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import * as appEndpoints from '../desk-app-endpoints.ts'
import * as endpoints from '../desk-endpoints.ts'
import { isKeyLive, usualKeyDays } from '../key/rules/api-key.ts'
import type { ApiKey } from '../key/rules/api-key.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../key/server/keys.ts'
import {
  createWebhook,
  rotateWebhookSecret,
  turnWebhookOff,
  turnWebhookOn,
} from '../webhook/server/webhooks.ts'
import { createAppHandlers } from './app-handlers.ts'
import { confirmed } from './confirmed-actions.ts'
import type { PartnerDeskServices } from './confirmed-actions.ts'
import { createDeliveryHandlers } from './delivery-handlers.ts'

const done = { success: true } as const

type Handlers = HandlersFor<typeof endpoints>

const byOf = (context: RequestContext): AuditActor => ({
  actor: staffOf(context),
  requestId: context.requestId,
})

const wireKey = (key: ApiKey, now: Temporal.Instant): endpoints.DeskKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: [...key.scopes],
  created_at: key.createdAt.toString(),
  expires_at: key.expiresAt.toString(),
  revoked_at: key.revokedAt?.toString() ?? null,
  last_used_at: key.lastUsedAt?.toString() ?? null,
  is_live: isKeyLive(key, now),
})

const createKeyHandlers = ({
  deps,
  isSandbox,
}: PartnerDeskServices): Pick<
  Handlers,
  'listDeskKeys' | 'createDeskKey' | 'rotateDeskKey' | 'revokeDeskKey'
> => ({
  listDeskKeys: async () => ({
    keys: (await listKeys(deps.database)).map((key) => wireKey(key, deps.clock.now())),
  }),
  createDeskKey: async (context, { name, scopes, days }) => {
    const request = { name, scopes, days, isLive: !isSandbox }
    const action = stepUpActions.createKey(name, scopes, days)
    const { key } = await confirmed(deps, context, action, (tx, by) => createKey(tx, by, request))
    return { key }
  },
  rotateDeskKey: async (context, { id }) => {
    const request = { days: usualKeyDays, isLive: !isSandbox }
    const action = stepUpActions.rotateKey(id)
    const { key } = await confirmed(deps, context, action, (tx, by) => rotateKey(tx, by, id, request))
    return { key }
  },
  revokeDeskKey: async (context, { id }) => {
    await confirmed(deps, context, stepUpActions.revokeKey(id), (tx, by) => revokeKey(tx, by, id))
    return done
  },
})

const createWebhookHandlers = ({
  deps,
  isSandbox,
}: PartnerDeskServices): Pick<Handlers, 'createDeskWebhook' | 'rotateDeskSecret' | 'switchDeskWebhook'> => ({
  createDeskWebhook: async (context, { name, url, event_types: eventTypes }) => {
    const action = stepUpActions.createWebhook(url, eventTypes)
    const request = { name, url, eventTypes, isSandbox }
    return confirmed(deps, context, action, (tx, by) => createWebhook(tx, deps, by, request))
  },
  rotateDeskSecret: async (context, { id }) => {
    const action = stepUpActions.rotateSecret(id)
    const { secret } = await confirmed(deps, context, action, (tx, by) =>
      rotateWebhookSecret(tx, deps, by, id),
    )
    return { id, secret }
  },
  switchDeskWebhook: async (context, { id, on, reason }) => {
    const by = byOf(context)
    await inTransaction(deps, (tx) =>
      on ? turnWebhookOn(tx, by, id) : turnWebhookOff(tx, by, id, reason || 'Turned off at the desk.'),
    )
    return done
  },
})

/** Keys, apps and webhooks of partners at the desk. */
export const partnerDeskRoutes = (services: PartnerDeskServices): readonly Route[] => [
  ...routes(endpoints, {
    ...createKeyHandlers(services),
    ...createWebhookHandlers(services),
    ...createDeliveryHandlers(services.deps),
  }),
  ...routes(appEndpoints, createAppHandlers(services)),
]
