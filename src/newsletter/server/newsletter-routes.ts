import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import { followLink } from './campaign-copies.ts'
import { createCartReminderHandlers } from './cart-reminders.ts'
import { createNewsletterHandlers } from './subscribers.ts'

/** The endpoints of the newsletter and of mails about an abandoned cart. */
export const newsletterRoutes = (deps: AppDeps): readonly Route[] =>
  routes(endpoints, {
    ...createNewsletterHandlers(deps),
    ...createCartReminderHandlers(deps),
    followNewsletterLink: async (_context, { token }) => {
      const href = await followLink(deps, token)
      if (href === null) throw new ShopError('NOT_FOUND')
      return { href }
    },
  })
