import type { HandlersFor } from '#platform/route.ts'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import type * as endpoints from '../desk-app-endpoints.ts'
import type { DeskApp } from '../desk-app-endpoints.ts'
import { isSecretLive } from '../app/rules/partner-app.ts'
import type { PartnerApp } from '../app/rules/partner-app.ts'
import { createApp, endOldSecret, listApps, removeApp, rotateAppSecret } from '../app/server/apps.ts'
import { confirmed } from './confirmed-actions.ts'
import type { PartnerDeskServices } from './confirmed-actions.ts'

const done = { success: true } as const

const wireApp = (app: PartnerApp, now: Temporal.Instant): DeskApp => ({
  id: app.id,
  name: app.name,
  scopes: [...app.scopes],
  created_at: app.createdAt.toString(),
  removed_at: app.removedAt?.toString() ?? null,
  last_used_at: app.lastUsedAt?.toString() ?? null,
  old_secret_until: isSecretLive(app, app.secretNumber - 1, now)
    ? (app.oldSecretUntil?.toString() ?? null)
    : null,
})

/** The apps of partners at the desk. */
export const createAppHandlers = ({
  deps,
}: Pick<PartnerDeskServices, 'deps'>): HandlersFor<typeof endpoints> => ({
  listDeskApps: async () => ({
    apps: (await listApps(deps.database)).map((app) => wireApp(app, deps.clock.now())),
  }),
  createDeskApp: async (context, { name, scopes }) => {
    const action = stepUpActions.createApp(name, scopes)
    const { id, secret } = await confirmed(deps, context, action, (tx, by) =>
      createApp(tx, by, { name, scopes }),
    )
    return { id, secret }
  },
  rotateDeskAppSecret: async (context, { id }) => {
    const action = stepUpActions.rotateAppSecret(id)
    const { secret } = await confirmed(deps, context, action, (tx, by) => rotateAppSecret(tx, by, id))
    return { id, secret }
  },
  endDeskAppSecret: async (context, { id }) => {
    await confirmed(deps, context, stepUpActions.endAppSecret(id), (tx, by) => endOldSecret(tx, by, id))
    return done
  },
  removeDeskApp: async (context, { id }) => {
    await confirmed(deps, context, stepUpActions.removeApp(id), (tx, by) => removeApp(tx, by, id))
    return done
  },
})
